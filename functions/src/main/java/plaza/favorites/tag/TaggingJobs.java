package plaza.favorites.tag;

import static plaza.table.Condition.attribute;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.favorite.StoredFavorite;
import plaza.id.DataId;
import plaza.id.GenerationId;
import plaza.id.TagId;
import plaza.id.UserId;
import plaza.job.Job;
import plaza.job.Progress;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.TableSchema.Index;
import plaza.table.Write;

/// The jobs that update or remove taggings after their favorite is unclipped or changes its type,
/// and after their tag is deleted or merged into another. Every slice can be repeated.
///
/// No reader waits for these jobs. Every write is conditional on the generations that the job is
/// about, so that a late job does not affect the taggings of a later generation.
///
/// A global secondary index, which lags behind the table, finds the taggings of a tag. A job that
/// reads it therefore repeats its pass until one pass finds nothing to do. A tag that is deleted or
/// being merged receives no new taggings.
public final class TaggingJobs {
    /// Taggings that one slice reads.
    public static final int SLICE_MAX = 500;

    /// Taggings that one slice of a merge moves, each in its own transaction.
    public static final int MERGE_SLICE_MAX = 100;

    /// The most tags that a merge follows when its target is being merged itself.
    private static final int TARGETS_MAX = 20;

    private enum Failure {
        TAGGING_CHANGED,
        FAVORITE_CHANGED,
        TARGET_CHANGED,
        TAG_CHANGED
    }

    private final Table table;

    public TaggingJobs(Table table) {
        this.table = table;
    }

    /// The job that removes the taggings of a favorite that was unclipped.
    public static Job untagging(UserId user, DataId data, GenerationId generation) {
        return Job.of(
                Job.Kind.UNTAG_FAVORITE,
                List.of(user.value(), data.value(), generation.value()),
                List.of());
    }

    /// The job that moves the taggings of a favorite to its new type.
    ///
    /// @param cause distinguishes the changes of one favorite: each must begin at the first
    ///   tagging, even if the job of an earlier change is still running
    public static Job typeChange(UserId user, DataId data, GenerationId generation, String cause) {
        return Job.of(
                Job.Kind.CHANGE_FAVORITE_TYPE,
                List.of(user.value(), data.value(), generation.value(), cause),
                List.of());
    }

    /// The job that removes the taggings and the ledger of a tag that was deleted.
    ///
    /// @param into the tag that receives the remaining taggings if a merge deleted the tag
    public static Job erasure(
            UserId user, TagId tag, GenerationId generation, @Nullable TagId into) {
        return Job.of(
                Job.Kind.ERASE_TAG,
                List.of(user.value(), tag.value(), generation.value()),
                into == null ? List.of() : List.of(into.value()));
    }

    /// The job that moves the taggings of a tag to the tag in its [StoredTag#mergingInto()].
    public static Job merging(UserId user, TagId tag, GenerationId generation) {
        return Job.of(
                Job.Kind.MERGE_TAG,
                List.of(user.value(), tag.value(), generation.value()),
                List.of());
    }

    /// The favorite that an [#untagging] or a [#typeChange] is about.
    private record FavoriteSubject(UserId user, DataId data, GenerationId generation) {
        static FavoriteSubject of(Job job) {
            return new FavoriteSubject(
                    UserId.of(job.ids().get(0)),
                    DataId.of(job.ids().get(1)),
                    GenerationId.of(job.ids().get(2)));
        }

        boolean has(Item tagging) {
            return TaggingItems.favoriteGeneration(tagging).equals(generation);
        }
    }

    /// The tag that an [#erasure] or a [#merging] is about.
    private record TagSubject(UserId user, TagId tag, GenerationId generation) {
        static TagSubject of(Job job) {
            return new TagSubject(
                    UserId.of(job.ids().get(0)),
                    TagId.of(job.ids().get(1)),
                    GenerationId.of(job.ids().get(2)));
        }

        List<Item> own(Page<Item> taggings) {
            return taggings.items().stream()
                    .filter(tagging -> TaggingItems.tagGeneration(tagging).equals(generation))
                    .toList();
        }
    }

    /// Runs one slice of an [#untagging].
    public Progress untag(Job job) {
        var favorite = FavoriteSubject.of(job);
        var taggings = taggings(favorite, job);
        var writes = new ArrayList<Write>();
        for (var tagging : taggings.items()) {
            if (favorite.has(tagging)) {
                writes.add(removal(tagging));
            }
        }
        var _ = table.writeEach(writes);
        return progress(taggings.next(), List.of());
    }

    /// Runs one slice of a [#typeChange]. The job ends early if the favorite no longer exists.
    public Progress changeType(Job job) {
        var favorite = FavoriteSubject.of(job);
        var user = favorite.user();
        var item = table.getConsistent(KeySpace.favorite(user, favorite.data()));
        if (item == null || !FavoriteItems.generation(item).equals(favorite.generation())) {
            return new Progress.Finished();
        }
        var type = FavoriteItems.favorite(item).dataType().wireName();
        var indexKey = Index.GSI_TWO.partitionKey();
        var taggings = taggings(favorite, job);
        var writes = new ArrayList<Write>();
        for (var tagging : taggings.items()) {
            var tag = TaggingItems.tagOf(tagging);
            var current = tagging.text(indexKey);
            var wanted = KeySpace.favoritesByTagAndType(user, tag, type).pk();
            if (favorite.has(tagging) && !current.equals(wanted)) {
                writes.add(
                        Write.Update.of(tagging.key())
                                .set(indexKey, wanted)
                                .onlyIf(
                                        TaggingItems.isUnchanged(tagging)
                                                .and(attribute(indexKey).is(current))
                                                .otherwise(Failure.TAGGING_CHANGED)));
            }
        }
        var _ = table.writeEach(writes);
        return progress(taggings.next(), List.of());
    }

    /// Runs one slice of an [#erasure].
    public Progress erase(Job job) {
        var tag = TagSubject.of(job);
        var pass = Pass.of(job.cursor());
        if (pass.isOverLedger()) {
            return eraseLedger(tag, pass);
        }
        var target =
                job.arguments().isEmpty()
                        ? null
                        : target(tag.user(), TagId.of(job.arguments().getFirst()));
        var taggings = taggings(tag, target == null ? SLICE_MAX : MERGE_SLICE_MAX, pass);
        var own = tag.own(taggings);
        var found = pass.found();
        if (target == null) {
            var removals = own.stream().map(TaggingJobs::removal).toList();
            for (var outcome : table.writeEach(removals)) {
                found |= outcome instanceof Outcome.Done;
            }
        } else {
            found |= move(tag.user(), own, target) != 0;
        }
        if (taggings.next() != null) {
            return new Pass(false, found).at(taggings.next());
        }
        return found ? Pass.NEXT_PASS : eraseLedger(tag, new Pass(true, false));
    }

    private Progress eraseLedger(TagSubject tag, Pass pass) {
        var collection = KeySpace.tagLedgerOf(tag.user(), tag.tag(), tag.generation());
        var ledger = table.read(Query.in(collection).consistent(), SLICE_MAX, pass.position());
        table.writeAll(
                ledger.items().stream().<Write>map(row -> Write.Delete.of(row.key())).toList());
        return ledger.next() == null ? new Progress.Finished() : pass.at(ledger.next());
    }

    /// Runs one slice of a [#merging].
    ///
    /// A pass that finds no tagging deletes the tag. The erasure of the tag then moves the taggings
    /// that the index did not return yet, and merges into the tag continue with its target. If the
    /// target is deleted, the merge is cancelled: the moved taggings are lost with the target, and
    /// the tag accepts favorites again.
    public Progress merge(Job job) {
        var subject = TagSubject.of(job);
        var user = subject.user();
        var item = table.getConsistent(KeySpace.tag(user, subject.tag()));
        if (item == null || !FavoriteItems.generation(item).equals(subject.generation())) {
            return new Progress.Finished();
        }
        var tag = TagItems.storedTag(item);
        var into = tag.mergingInto();
        if (into == null) {
            return new Progress.Finished();
        }
        var target = target(user, into);
        if (target == null) {
            return cancel(user, tag, into);
        }
        var pass = Pass.of(job.cursor());
        var taggings = taggings(subject, MERGE_SLICE_MAX, pass);
        var found = move(user, subject.own(taggings), target) != 0 || pass.found();
        if (taggings.next() != null) {
            return new Pass(false, found).at(taggings.next());
        }
        if (found) {
            return Pass.NEXT_PASS;
        }
        redirect(user, tag, into);
        return table.transact(TagWrites.deletion(user, tag)) instanceof Outcome.Refused
                ? Pass.NEXT_PASS
                : new Progress.Finished();
    }

    /// Redirects all merges into a tag that is about to be deleted to the target of that tag. No
    /// new merge into the tag can begin, because a tag that is being merged cannot be a target.
    private void redirect(UserId user, StoredTag deleted, TagId target) {
        Page.@Nullable Position position = null;
        do {
            var tags =
                    table.read(Query.in(KeySpace.tagsOf(user)).consistent(), SLICE_MAX, position);
            var writes =
                    tags.items().stream()
                            .map(TagItems::storedTag)
                            .filter(tag -> deleted.tag().tagId().equals(tag.mergingInto()))
                            .<Write>map(tag ->
                                    Write.Update.of(KeySpace.tag(user, tag.tag().tagId()))
                                            .set(TagItems.MERGING_INTO, target.value())
                                            .onlyIf(mergesInto(deleted.tag().tagId(), tag)))
                            .toList();
            var _ = table.writeEach(writes);
            position = tags.next();
        } while (position != null);
    }

    private Progress cancel(UserId user, StoredTag tag, TagId target) {
        var outcome =
                table.write(
                        Write.Update.of(KeySpace.tag(user, tag.tag().tagId()))
                                .remove(TagItems.MERGING_INTO)
                                .onlyIf(mergesInto(target, tag)));
        return outcome instanceof Outcome.Refused ? Pass.NEXT_PASS : new Progress.Finished();
    }

    private static Condition mergesInto(TagId target, StoredTag tag) {
        return FavoriteItems.hasGeneration(tag.generation())
                .and(attribute(TagItems.MERGING_INTO).is(target.value()))
                .otherwise(Failure.TAG_CHANGED);
    }

    /// The tag that receives the taggings in the end, or null if it no longer exists.
    private @Nullable StoredTag target(UserId user, TagId first) {
        var id = first;
        for (var hop = 0; hop < TARGETS_MAX; hop++) {
            var item = table.getConsistent(KeySpace.tag(user, id));
            if (item == null) {
                return null;
            }
            var tag = TagItems.storedTag(item);
            if (tag.mergingInto() == null) {
                return tag;
            }
            id = tag.mergingInto();
        }
        return null;
    }

    /// Moves taggings to another tag, each in one transaction that checks favorite and target.
    ///
    /// @return the number of taggings that still existed, including those that could not be moved
    private int move(UserId user, List<Item> taggings, StoredTag target) {
        var favorites =
                table.getByKey(
                        taggings.stream()
                                .map(row -> KeySpace.favorite(user, TaggingItems.dataOf(row)))
                                .toList(),
                        FavoriteItems::storedFavorite);
        var existing = 0;
        for (var tagging : taggings) {
            var favorite = favorites.get(KeySpace.favorite(user, TaggingItems.dataOf(tagging)));
            if (favorite == null
                    || !favorite.generation().equals(TaggingItems.favoriteGeneration(tagging))) {
                if (table.write(removal(tagging)) instanceof Outcome.Done) {
                    existing++;
                }
            } else {
                var outcome = table.transact(moving(user, tagging, favorite, target));
                if (!(outcome instanceof Outcome.Refused refused)
                        || refused.failure() != Failure.TAGGING_CHANGED) {
                    existing++;
                }
            }
        }
        return existing;
    }

    private static List<Write> moving(
            UserId user, Item tagging, StoredFavorite favorite, StoredTag target) {
        var id = target.tag().tagId();
        return List.of(
                removal(tagging),
                new Write.Check(
                        KeySpace.favorite(user, favorite.favorite().dataId()),
                        FavoriteItems.isUnchanged(favorite).otherwise(Failure.FAVORITE_CHANGED)),
                TaggingWrites.tagUse(user, target, null, Failure.TARGET_CHANGED),
                Write.Put.of(TaggingItems.tagged(user, favorite, id, target.generation())));
    }

    private static Write removal(Item tagging) {
        return Write.Delete.of(tagging.key())
                .onlyIf(TaggingItems.isUnchanged(tagging).otherwise(Failure.TAGGING_CHANGED));
    }

    private Page<Item> taggings(FavoriteSubject favorite, Job job) {
        return table.read(
                Query.in(KeySpace.tagsOfFavorite(favorite.user(), favorite.data())).consistent(),
                SLICE_MAX,
                job.cursor().isEmpty() ? null : new Page.Position(job.cursor()));
    }

    private Page<Item> taggings(TagSubject tag, int limit, Pass pass) {
        return table.read(
                Query.in(KeySpace.favoritesByTag(tag.user(), tag.tag())), limit, pass.position());
    }

    private static Progress progress(Page.@Nullable Position next, List<String> prefix) {
        return next == null
                ? new Progress.Finished()
                : new Progress.More(
                        Stream.concat(prefix.stream(), next.keyAttributes().stream()).toList());
    }

    /// The cursor of a job that reads the index of a tag's taggings.
    ///
    /// @param isOverLedger whether the taggings are removed and the job removes the ledger
    /// @param found whether this pass has found any tagging
    private record Pass(boolean isOverLedger, boolean found, Page.@Nullable Position position) {
        private static final String TAGGINGS = "taggings";
        private static final String LEDGER = "ledger";

        static final Progress NEXT_PASS = new Progress.More(List.of(TAGGINGS, "false"));

        Pass(boolean isOverLedger, boolean found) {
            this(isOverLedger, found, null);
        }

        static Pass of(List<String> cursor) {
            if (cursor.isEmpty()) {
                return new Pass(false, false);
            }
            return new Pass(
                    cursor.get(0).equals(LEDGER),
                    Boolean.parseBoolean(cursor.get(1)),
                    cursor.size() == 2
                            ? null
                            : new Page.Position(cursor.subList(2, cursor.size())));
        }

        Progress at(Page.Position next) {
            return progress(
                    next, List.of(isOverLedger ? LEDGER : TAGGINGS, Boolean.toString(found)));
        }
    }
}
