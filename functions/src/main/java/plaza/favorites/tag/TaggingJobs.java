package plaza.favorites.tag;

import static plaza.table.Condition.attribute;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.id.DataId;
import plaza.favorites.id.GenerationId;
import plaza.favorites.id.TagId;
import plaza.favorites.job.FavoritesWork;
import plaza.favorites.key.FavoritesKeys;
import plaza.id.UserId;
import plaza.job.Progress;
import plaza.job.Texts;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.Write;

/// The jobs that remove or move taggings after their favorite is unclipped, and after their tag is
/// deleted or merged into another. Every slice can be repeated.
///
/// No reader waits for these jobs. Every write is conditional on the generations that the job is
/// about, so that a late job does not affect the taggings of a later generation.
///
/// A global secondary index, which is updated after the table, finds the taggings of a tag. A job
/// that reads it therefore repeats its pass until one pass finds nothing to do. A tag that is
/// deleted or being merged receives no new taggings.
public final class TaggingJobs {
    /// Taggings that one slice reads.
    public static final int SLICE_MAX = 500;

    /// Taggings that one slice of a merge moves, each in its own transaction.
    public static final int MERGE_SLICE_MAX = 100;

    /// The maximum number of tags that a merge follows when its target is being merged itself.
    private static final int TARGETS_MAX = 20;

    private final Table table;

    private final Clock clock;

    private final TaggingWrites writing;

    private final TaggingRemovals removals;

    public TaggingJobs(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
        this.writing = new TaggingWrites(table);
        this.removals = new TaggingRemovals(table);
    }

    /// Runs one slice.
    public Progress untag(FavoritesWork.UntagFavorite work, Page.@Nullable Position from) {
        var taggings = taggings(work.user(), work.data(), from);
        var own =
                taggings.items().stream()
                        .filter(tagging ->
                                TaggingItems.favoriteGeneration(tagging).equals(work.generation()))
                        .toList();
        var _ = removals.remove(own);
        return Progress.to(taggings.next());
    }

    /// Runs one slice.
    public Progress erase(FavoritesWork.EraseTag work, Texts cursor) {
        var user = work.user();
        var pass = Pass.of(cursor);
        var target = work.into() == null ? null : target(user, work.into());
        var limit = target == null ? SLICE_MAX : MERGE_SLICE_MAX;
        var taggings = taggings(user, work.tag(), limit, pass);
        var own = own(taggings, work.generation());
        var found = pass.found();
        if (target == null) {
            var removals = own.stream().flatMap(row -> uncountedRemoval(row).stream()).toList();
            for (var outcome : table.writeEach(removals)) {
                found |= outcome instanceof Outcome.Done;
            }
        } else {
            found |= move(user, own, target, TaggingJobs::uncountedRemoval) != 0;
        }
        if (taggings.next() != null) {
            return new Pass(found).at(taggings.next());
        }
        return found ? Pass.NEXT_PASS : new Progress.Finished();
    }

    /// Runs one slice.
    ///
    /// A pass that finds no tagging deletes the tag. The erasure of the tag then moves the taggings
    /// that the index did not return yet, and merges into the tag continue with its target. If the
    /// target is deleted, the merge is cancelled: the moved taggings are lost with the target, and
    /// the tag accepts favorites again.
    public Progress merge(FavoritesWork.MergeTag work, Texts cursor) {
        var user = work.user();
        var item = table.getConsistent(FavoritesKeys.TAG.key(user, work.tag()));
        if (item == null || !FavoriteItems.generation(item).equals(work.generation())) {
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
        var pass = Pass.of(cursor);
        var taggings = taggings(user, work.tag(), MERGE_SLICE_MAX, pass);
        var own = own(taggings, work.generation());
        var found = move(user, own, target, TaggingJobs::removal) != 0 || pass.found();
        if (taggings.next() != null) {
            return new Pass(found).at(taggings.next());
        }
        if (found) {
            return Pass.NEXT_PASS;
        }
        redirect(user, tag, into);
        var deletion = TagWrites.deletion(user, tag, mergesInto(into, tag), clock.instant());
        return table.transact(deletion) instanceof Outcome.Refused
                ? Pass.NEXT_PASS
                : new Progress.Finished();
    }

    /// Redirects all merges into a tag that is about to be deleted to the target of that tag. No
    /// new merge into the tag can begin, because a tag that is being merged cannot be a target.
    private void redirect(UserId user, StoredTag deleted, TagId target) {
        Page.@Nullable Position position = null;
        do {
            var tags =
                    table.read(
                            Query.in(FavoritesKeys.TAGS.of(user)).consistent(),
                            SLICE_MAX,
                            position);
            var writes =
                    tags.items().stream()
                            .map(TagItems::storedTag)
                            .filter(tag -> deleted.tag().tagId().equals(tag.mergingInto()))
                            .<Write>map(tag ->
                                    Write.Update.of(FavoritesKeys.TAG.key(user, tag.tag().tagId()))
                                            .set(TagItems.MERGING_INTO, target.value())
                                            .onlyIf(mergesInto(deleted.tag().tagId(), tag)))
                            .toList();
            var _ = table.writeEach(writes);
            position = tags.next();
        } while (position != null);
    }

    private Progress cancel(UserId user, StoredTag tag, TagId target) {
        var outcome =
                table.transact(
                        List.of(
                                Write.Update.of(FavoritesKeys.TAG.key(user, tag.tag().tagId()))
                                        .remove(TagItems.MERGING_INTO)
                                        .onlyIf(mergesInto(target, tag)),
                                TagCountItems.opened(user, tag)));
        return outcome instanceof Outcome.Refused ? Pass.NEXT_PASS : new Progress.Finished();
    }

    private static Condition mergesInto(TagId target, StoredTag tag) {
        return FavoriteItems.hasGeneration(tag.generation())
                .and(attribute(TagItems.MERGING_INTO).is(target.value()));
    }

    /// The tag that receives the taggings in the end, or null if it no longer exists.
    private @Nullable StoredTag target(UserId user, TagId first) {
        var id = first;
        for (var hop = 0; hop < TARGETS_MAX; hop++) {
            var item = table.getConsistent(FavoritesKeys.TAG.key(user, id));
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
    /// @param removal returns the writes that remove a tagging from the tag
    /// @return the number of taggings that still existed, including those that could not be moved
    private int move(
            UserId user,
            List<Item> taggings,
            StoredTag target,
            Function<Item, List<Write>> removal) {
        var keys = new ArrayList<Key>();
        for (var tagging : taggings) {
            var data = TaggingItems.dataOf(tagging);
            keys.add(FavoritesKeys.FAVORITE.key(user, data));
            keys.add(FavoritesKeys.TAGGED_FAVORITE.key(user, data, target.tag().tagId()));
        }
        var found = table.getByKey(keys);
        var existing = 0;
        for (var tagging : taggings) {
            var data = TaggingItems.dataOf(tagging);
            var item = found.get(FavoritesKeys.FAVORITE.key(user, data));
            var writes = new ArrayList<Write>(removal.apply(tagging));
            if (item == null
                    || !FavoriteItems.generation(item)
                            .equals(TaggingItems.favoriteGeneration(tagging))) {
                if (table.transact(writes) instanceof Outcome.Done) {
                    existing++;
                }
            } else {
                var favorite = FavoriteItems.storedFavorite(item);
                writes.add(
                        new Write.Check(
                                item.key(), FavoriteItems.hasGeneration(favorite.generation())));
                var ofTarget =
                        found.get(
                                FavoritesKeys.TAGGED_FAVORITE.key(
                                        user, data, target.tag().tagId()));
                writes.addAll(writing.replacing(user, favorite, target, null, ofTarget));
                var outcome = table.transact(writes);
                if (!isGone(tagging, outcome)) {
                    existing++;
                }
            }
        }
        return existing;
    }

    /// Whether a transaction was refused because a tagging no longer exists.
    private static boolean isGone(Item tagging, Outcome<Key> outcome) {
        return outcome instanceof Outcome.Refused<Key>(var failed, var found)
                && failed.equals(tagging.key())
                && (found == null
                        || !TaggingItems.tagGeneration(found)
                                .equals(TaggingItems.tagGeneration(tagging)));
    }

    private static List<Write> removal(Item tagging) {
        return TaggingRemovals.writes(List.of(tagging));
    }

    /// The write that removes a tagging of a tag that was deleted together with its count.
    private static List<Write> uncountedRemoval(Item tagging) {
        return List.of(Write.Delete.of(tagging.key()).onlyIf(TaggingItems.isUnchanged(tagging)));
    }

    private Page<Item> taggings(UserId user, DataId data, Page.@Nullable Position from) {
        return table.read(
                Query.in(FavoritesKeys.TAGGED.of(user, data)).consistent(), SLICE_MAX, from);
    }

    private Page<Item> taggings(UserId user, TagId tag, int limit, Pass pass) {
        return table.read(
                Query.in(FavoritesKeys.TAGGED_BY_TAG.of(user, tag)), limit, pass.position());
    }

    private static List<Item> own(Page<Item> taggings, GenerationId generation) {
        return taggings.items().stream()
                .filter(tagging -> TaggingItems.tagGeneration(tagging).equals(generation))
                .toList();
    }

    /// The cursor of a job that reads the index of a tag's taggings.
    ///
    /// @param found whether this pass has found any tagging
    private record Pass(boolean found, Page.@Nullable Position position) {
        static final Progress NEXT_PASS = Progress.more(false);

        Pass(boolean found) {
            this(found, null);
        }

        static Pass of(Texts in) {
            return in.isEmpty()
                    ? new Pass(false)
                    : new Pass(in.next(Boolean::parseBoolean), in.position());
        }

        Progress at(Page.Position next) {
            return Progress.more(found, next);
        }
    }
}
