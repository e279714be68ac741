package plaza.favorites.change;

import static plaza.table.Condition.exists;

import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.favorites.change.BulkChange.Counts;
import plaza.favorites.favorite.FavoriteGeneration;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.id.GenerationId;
import plaza.favorites.job.FavoritesWork;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.quota.QuotaUsage;
import plaza.favorites.quota.Turn;
import plaza.favorites.tag.TagGeneration;
import plaza.favorites.tag.TaggingItems;
import plaza.favorites.tag.TaggingRemovals;
import plaza.favorites.tag.TaggingWrites;
import plaza.id.UserId;
import plaza.job.Progress;
import plaza.job.Texts;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;

/// The job of a bulk change. Each slice changes the favorites of one part.
///
/// Every write is conditional on the generations that the search found, so the job does not affect
/// a favorite that was unclipped and clipped again, or a tag that was deleted and created again. If
/// the tag no longer accepts favorites, the job stops.
public final class BulkChangeJob {
    private final Table table;
    private final TaggingWrites taggings;
    private final TaggingRemovals removals;
    private final QuotaUsage quotaUsage;

    public BulkChangeJob(Table table, Clock clock) {
        this.table = table;
        this.taggings = new TaggingWrites(table);
        this.removals = new TaggingRemovals(table);
        this.quotaUsage = new QuotaUsage(table, clock);
    }

    /// The cursor of the job.
    ///
    /// @param part the part that the next slice reads
    private record Cursor(int part, Counts counts) {
        static Cursor of(Texts in) {
            return in.isEmpty()
                    ? new Cursor(0, Counts.NONE)
                    : new Cursor(in.number(), new Counts(in.number(), in.number()));
        }
    }

    /// Runs one slice of the job.
    public Progress change(FavoritesWork.ChangeFavorites work, Texts texts) {
        var user = work.user();
        var id = work.id();
        var key = FavoritesKeys.CHANGE_RECORD.key(user, id);
        var cursor = Cursor.of(texts);
        var item = table.getConsistent(key);
        if (item == null) {
            return new Progress.Finished();
        }
        var change = BulkChange.of(id, item);
        var hits = BulkChangeParts.read(table, user, id, cursor.part());
        var result = apply(user, change, hits);
        var counts = result == null ? cursor.counts() : cursor.counts().plus(result);
        var isLast = result == null || hits.isEmpty() || counts.done() >= change.matched();
        quotaUsage.progressed(user, Turn.of(id), 0, isLast);
        var ended = result == null ? BulkChange.State.STOPPED : BulkChange.State.DONE;
        var state = isLast ? ended : BulkChange.State.RUNNING;
        // last, because the user acts on what it states
        var _ = table.write(BulkChange.progress(key, state, counts).onlyIf(exists()));
        return isLast
                ? new Progress.Finished()
                : Progress.more(cursor.part() + 1, counts.changed(), counts.skipped());
    }

    /// @return null if the tag no longer accepts favorites
    private @Nullable Counts apply(UserId user, BulkChange change, List<FavoriteGeneration> hits) {
        var tag = change.tag();
        if (tag == null) {
            return unclip(user, hits);
        }
        return change.action() == BulkAction.TAG ? tag(user, tag, hits) : untag(user, tag, hits);
    }

    private @Nullable Counts tag(UserId user, TagGeneration tag, List<FavoriteGeneration> hits) {
        var skipped = 0;
        for (var hit : hits) {
            switch (taggings.tag(user, hit, tag)) {
                case TAGGED, ALREADY_TAGGED -> {}
                case NO_FAVORITE -> skipped++;
                case NO_TAG, TAG_MERGING -> {
                    return null;
                }
            }
        }
        return new Counts(hits.size() - skipped, skipped);
    }

    private Counts untag(UserId user, TagGeneration tag, List<FavoriteGeneration> hits) {
        var generations = new HashMap<Key, GenerationId>();
        for (var hit : hits) {
            generations.put(
                    FavoritesKeys.TAGGED_FAVORITE.key(user, hit.data(), tag.id()),
                    hit.generation());
        }
        var own =
                table.getAll(List.copyOf(generations.keySet())).stream()
                        .filter(tagging ->
                                TaggingItems.tagGeneration(tagging).equals(tag.generation())
                                        && TaggingItems.favoriteGeneration(tagging)
                                                .equals(generations.get(tagging.key())))
                        .toList();
        var _ = removals.remove(own);
        return new Counts(hits.size(), 0);
    }

    private Counts unclip(UserId user, List<FavoriteGeneration> hits) {
        var outcomes =
                table.writeEach(
                        hits.stream()
                                .<Write>map(hit ->
                                        Write.Delete.of(
                                                        FavoritesKeys.FAVORITE.key(
                                                                user, hit.data()))
                                                .onlyIf(
                                                        FavoriteItems.hasGeneration(
                                                                hit.generation())))
                                .toList());
        // another generation has the id now
        var skipped =
                (int)
                        outcomes.stream()
                                .filter(outcome ->
                                        outcome instanceof Outcome.Refused(_, var found)
                                                && found != null)
                                .count();
        return new Counts(hits.size() - skipped, skipped);
    }
}
