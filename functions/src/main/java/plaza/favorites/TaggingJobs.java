package plaza.favorites;

import static plaza.table.Condition.attribute;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.favorites.model.StoredFavorite;
import plaza.favorites.model.StoredTag;
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

/// What becomes of tagged rows when their favorite is unclipped or changes its kind, and when their
/// tag is deleted or merged into another: jobs, of which each slice may be done again.
///
/// No reader waits for them. Each write is conditional on the row being of the lives that the job
/// is about, so that a job that was held up cannot harm the rows of a favorite or tag that has come
/// to life again.
///
/// The rows of a tag are found in an index, which lags behind the table. A job over them therefore
/// begins again until a whole pass has found nothing to do; new rows of a tag that is gone, or is
/// being merged, cannot come.
public final class TaggingJobs {
    /// Rows that one slice looks at.
    public static final int SLICE_MAX = 500;

    /// Rows that one slice of a merge moves, each in a transaction of its own.
    public static final int MERGE_SLICE_MAX = 100;

    /// Tags that a merge follows when its target is itself being merged.
    private static final int TARGETS_MAX = 20;

    private enum Failure {
        ROW_CHANGED,
        FAVORITE_CHANGED,
        TARGET_CHANGED,
        TAG_CHANGED
    }

    private final Table table;

    public TaggingJobs(Table table) {
        this.table = table;
    }

    /// The job that removes the rows of a favorite that was unclipped.
    public static Job untagging(UserId user, DataId data, GenerationId generation) {
        return Job.of(
                Job.Kind.UNTAG_FAVORITE,
                List.of(user.value(), data.value(), generation.value()),
                List.of());
    }

    /// The job that moves the rows of a favorite under its new kind.
    ///
    /// @param cause tells changes of one favorite apart: the second must begin at the first row
    ///   again, also while the job of the first is still running
    public static Job typeChange(UserId user, DataId data, GenerationId generation, String cause) {
        return Job.of(
                Job.Kind.CHANGE_FAVORITE_TYPE,
                List.of(user.value(), data.value(), generation.value(), cause),
                List.of());
    }

    /// The job that removes the rows of a tag that was deleted, and what was counted of them.
    ///
    /// @param into where its rows are moved instead, if the tag ended by a merge
    public static Job erasure(
            UserId user, TagId tag, GenerationId generation, @Nullable TagId into) {
        return Job.of(
                Job.Kind.ERASE_TAG,
                List.of(user.value(), tag.value(), generation.value()),
                into == null ? List.of() : List.of(into.value()));
    }

    /// The job that moves the rows of a tag to the tag it is marked to be merged into.
    static Job merging(UserId user, TagId tag, GenerationId generation) {
        return Job.of(
                Job.Kind.MERGE_TAG,
                List.of(user.value(), tag.value(), generation.value()),
                List.of());
    }

    /// One slice of an [#untagging].
    public Progress untag(Job job) {
        var user = UserId.of(job.ids().get(0));
        var data = DataId.of(job.ids().get(1));
        var generation = GenerationId.of(job.ids().get(2));
        var rows = rowsOf(user, data, job.cursor());
        var writes = new ArrayList<Write>();
        for (var row : rows.items()) {
            if (FavoriteItems.favoriteGeneration(row).equals(generation)) {
                writes.add(removal(row));
            }
        }
        var _ = table.writeEach(writes);
        return progress(rows.next(), List.of());
    }

    /// One slice of a [#typeChange]. It ends early when the favorite is gone.
    public Progress changeType(Job job) {
        var user = UserId.of(job.ids().get(0));
        var data = DataId.of(job.ids().get(1));
        var generation = GenerationId.of(job.ids().get(2));
        var item = table.getConsistent(KeySpace.favorite(user, data));
        if (item == null || !FavoriteItems.generation(item).equals(generation)) {
            return new Progress.Finished();
        }
        var type = FavoriteItems.favorite(item).dataType().wireName();
        var rows = rowsOf(user, data, job.cursor());
        var writes = new ArrayList<Write>();
        for (var row : rows.items()) {
            var place = Index.GSI_TWO.partitionKey();
            var wanted = KeySpace.favoritesByTagAndType(user, FavoriteItems.tagOf(row), type).pk();
            if (FavoriteItems.favoriteGeneration(row).equals(generation)
                    && !row.text(place).equals(wanted)) {
                var unmoved = FavoriteItems.isRow(row).and(attribute(place).is(row.text(place)));
                writes.add(
                        Write.Update.of(row.key())
                                .set(place, wanted)
                                .onlyIf(unmoved.otherwise(Failure.ROW_CHANGED)));
            }
        }
        var _ = table.writeEach(writes);
        return progress(rows.next(), List.of());
    }

    /// One slice of an [#erasure]. The place is the stage, whether this pass found anything, and
    /// the position.
    public Progress erase(Job job) {
        var user = UserId.of(job.ids().get(0));
        var tag = TagId.of(job.ids().get(1));
        var generation = GenerationId.of(job.ids().get(2));
        var pass = Pass.of(job.cursor());
        if (pass.ledger()) {
            return eraseLedger(user, tag, generation, pass);
        }
        var target =
                job.arguments().isEmpty()
                        ? null
                        : target(user, TagId.of(job.arguments().getFirst()));
        var rows = rowsUnder(user, tag, target == null ? SLICE_MAX : MERGE_SLICE_MAX, pass);
        var stale =
                rows.items().stream()
                        .filter(row -> FavoriteItems.tagGeneration(row).equals(generation))
                        .toList();
        var found = pass.found();
        if (target == null) {
            var removals = new ArrayList<Write>();
            stale.forEach(row -> removals.add(removal(row)));
            for (var outcome : table.writeEach(removals)) {
                found |= outcome instanceof Outcome.Done;
            }
        } else {
            found |= move(user, stale, target) != 0;
        }
        if (rows.next() != null) {
            return new Pass(false, found).at(rows.next());
        }
        return found ? Pass.ROWS_AGAIN : eraseLedger(user, tag, generation, new Pass(true, false));
    }

    private Progress eraseLedger(UserId user, TagId tag, GenerationId generation, Pass pass) {
        var ledger =
                table.read(
                        Query.in(KeySpace.tagLedgerOf(user, tag, generation)).consistent(),
                        SLICE_MAX,
                        pass.position());
        table.writeAll(
                ledger.items().stream().<Write>map(row -> Write.Delete.of(row.key())).toList());
        return ledger.next() == null ? new Progress.Finished() : pass.at(ledger.next());
    }

    /// One slice of a [#merging]. A pass that finds nothing left deletes the tag, whose erasure
    /// then takes along what the index was still hiding; merges into the tag go on to its target.
    /// When the target was deleted, the merge is given up: what has moved has moved, and the tag
    /// takes favorites again.
    public Progress merge(Job job) {
        var user = UserId.of(job.ids().get(0));
        var tag = TagId.of(job.ids().get(1));
        var generation = GenerationId.of(job.ids().get(2));
        var item = table.getConsistent(KeySpace.tag(user, tag));
        if (item == null || !FavoriteItems.generation(item).equals(generation)) {
            return new Progress.Finished();
        }
        var state = FavoriteItems.storedTag(item);
        var into = state.mergingInto();
        if (into == null) {
            return new Progress.Finished();
        }
        var target = target(user, into);
        if (target == null) {
            return giveUp(user, state, into);
        }
        var pass = Pass.of(job.cursor());
        var rows = rowsUnder(user, tag, MERGE_SLICE_MAX, pass);
        var own =
                rows.items().stream()
                        .filter(row -> FavoriteItems.tagGeneration(row).equals(generation))
                        .toList();
        var found = move(user, own, target) != 0 || pass.found();
        if (rows.next() != null) {
            return new Pass(false, found).at(rows.next());
        }
        if (found) {
            return Pass.ROWS_AGAIN;
        }
        leadOn(user, state, into);
        return table.transact(TagWrites.deletion(user, state)) instanceof Outcome.Refused
                ? Pass.ROWS_AGAIN
                : new Progress.Finished();
    }

    /// Points every merge into a tag that is about to go at the target of its own. No more of them
    /// can begin, for a tag that is being merged is no target.
    private void leadOn(UserId user, StoredTag going, TagId target) {
        Page.@Nullable Position position = null;
        do {
            var tags =
                    table.read(Query.in(KeySpace.tagsOf(user)).consistent(), SLICE_MAX, position);
            var writes =
                    tags.items().stream()
                            .map(FavoriteItems::storedTag)
                            .filter(tag -> going.tag().tagId().equals(tag.mergingInto()))
                            .<Write>map(tag ->
                                    Write.Update.of(KeySpace.tag(user, tag.tag().tagId()))
                                            .set(FavoriteItems.MERGING_INTO, target.value())
                                            .onlyIf(mergesInto(going.tag().tagId(), tag)))
                            .toList();
            var _ = table.writeEach(writes);
            position = tags.next();
        } while (position != null);
    }

    private Progress giveUp(UserId user, StoredTag state, TagId target) {
        var outcome =
                table.write(
                        Write.Update.of(KeySpace.tag(user, state.tag().tagId()))
                                .remove(FavoriteItems.MERGING_INTO)
                                .onlyIf(mergesInto(target, state)));
        return outcome instanceof Outcome.Refused ? Pass.ROWS_AGAIN : new Progress.Finished();
    }

    private static Condition mergesInto(TagId target, StoredTag state) {
        return attribute(FavoriteItems.GENERATION)
                .is(state.generation().value())
                .and(attribute(FavoriteItems.MERGING_INTO).is(target.value()))
                .otherwise(Failure.TAG_CHANGED);
    }

    /// The tag that rows are moved to in the end, or null where it is gone.
    private @Nullable StoredTag target(UserId user, TagId first) {
        var id = first;
        for (var hop = 0; hop < TARGETS_MAX; hop++) {
            var item = table.getConsistent(KeySpace.tag(user, id));
            if (item == null) {
                return null;
            }
            var state = FavoriteItems.storedTag(item);
            if (state.mergingInto() == null) {
                return state;
            }
            id = state.mergingInto();
        }
        return null;
    }

    /// Moves rows to another tag, each in one transaction that checks favorite and target.
    ///
    /// @return how many rows were there to be moved, be it that they could not be this time
    private int move(UserId user, List<Item> rows, StoredTag target) {
        var keys =
                rows.stream()
                        .map(row -> KeySpace.favorite(user, FavoriteItems.dataOf(row)))
                        .toList();
        var found = table.getByKey(keys);
        var moved = 0;
        for (var row : rows) {
            var item = found.get(KeySpace.favorite(user, FavoriteItems.dataOf(row)));
            var clip = item == null ? null : FavoriteItems.storedFavorite(item);
            if (clip == null || !clip.generation().equals(FavoriteItems.favoriteGeneration(row))) {
                if (table.write(removal(row)) instanceof Outcome.Done) {
                    moved++;
                }
            } else {
                var outcome = table.transact(moving(user, row, clip, target));
                if (!(outcome instanceof Outcome.Refused refused)
                        || refused.failure() != Failure.ROW_CHANGED) {
                    moved++;
                }
            }
        }
        return moved;
    }

    private static List<Write> moving(
            UserId user, Item row, StoredFavorite clip, StoredTag target) {
        var id = target.tag().tagId();
        return List.of(
                removal(row),
                new Write.Check(
                        KeySpace.favorite(user, clip.favorite().dataId()),
                        FavoriteItems.is(clip).otherwise(Failure.FAVORITE_CHANGED)),
                new Write.Check(
                        KeySpace.tag(user, id),
                        TaggingWrites.takesFavorites(target).otherwise(Failure.TARGET_CHANGED)),
                Write.Put.of(FavoriteItems.tagged(user, clip, id, target.generation())));
    }

    private static Write removal(Item row) {
        return Write.Delete.of(row.key())
                .onlyIf(FavoriteItems.isRow(row).otherwise(Failure.ROW_CHANGED));
    }

    private Page<Item> rowsOf(UserId user, DataId data, List<String> place) {
        return table.read(
                Query.in(KeySpace.tagsOfFavorite(user, data)).consistent(),
                SLICE_MAX,
                place.isEmpty() ? null : new Page.Position(place));
    }

    private Page<Item> rowsUnder(UserId user, TagId tag, int limit, Pass pass) {
        return table.read(Query.in(KeySpace.favoritesByTag(user, tag)), limit, pass.position());
    }

    private static Progress progress(Page.@Nullable Position next, List<String> before) {
        return next == null
                ? new Progress.Finished()
                : new Progress.More(
                        Stream.concat(before.stream(), next.keyAttributes().stream()).toList());
    }

    /// Where a job over an index stands.
    ///
    /// @param ledger whether the rows are done and the ledger is being removed
    /// @param found whether this pass over the rows has found anything to do
    private record Pass(boolean ledger, boolean found, Page.@Nullable Position position) {
        private static final String ROWS = "rows";
        private static final String LEDGER = "ledger";

        static final Progress ROWS_AGAIN = new Progress.More(List.of(ROWS, "false"));

        Pass(boolean ledger, boolean found) {
            this(ledger, found, null);
        }

        static Pass of(List<String> place) {
            if (place.isEmpty()) {
                return new Pass(false, false);
            }
            return new Pass(
                    place.get(0).equals(LEDGER),
                    Boolean.parseBoolean(place.get(1)),
                    place.size() == 2 ? null : new Page.Position(place.subList(2, place.size())));
        }

        Progress at(Page.Position next) {
            return progress(next, List.of(ledger ? LEDGER : ROWS, Boolean.toString(found)));
        }
    }
}
