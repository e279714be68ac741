package plaza.favorites;

import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.event.EventRules;
import plaza.event.ItemChange;
import plaza.event.Slices;
import plaza.favorites.bookmarks.ImportJob;
import plaza.favorites.bookmarks.UndoJob;
import plaza.favorites.change.BulkChangeJob;
import plaza.favorites.job.FavoritesWork;
import plaza.favorites.quota.QuotaUsage;
import plaza.favorites.quota.Quotas;
import plaza.favorites.tag.TaggingJobs;
import plaza.id.UserId;
import plaza.job.Job;
import plaza.job.Performer;
import plaza.job.Progress;
import plaza.job.Texts;
import plaza.lambda.Deployment;
import plaza.table.Table;

/// Counts favorites, saves imports, performs bulk changes, and cleans up after deletions.
public final class FavoritesEventRules implements EventRules<FavoritesEvent> {
    private final QuotaUsage usages;
    private final TaggingJobs taggingJobs;
    private final ImportJob bookmarks;
    private final UndoJob undoneImports;
    private final BulkChangeJob bulkChanges;

    public FavoritesEventRules() {
        this(Deployment.table(), Deployment.clock(), Quotas.from(Deployment.environment()));
    }

    /// @param quotas the number of favorites that an import may add
    public FavoritesEventRules(Table table, Clock clock, Quotas quotas) {
        this.usages = new QuotaUsage(table, clock);
        this.taggingJobs = new TaggingJobs(table, clock);
        this.bookmarks = new ImportJob(table, clock, quotas);
        this.undoneImports = new UndoJob(table, clock);
        this.bulkChanges = new BulkChangeJob(table, clock);
    }

    @Override
    public @Nullable FavoritesEvent event(ItemChange change) {
        return FavoritesEvent.ofOrNull(change);
    }

    @Override
    public void process(List<FavoritesEvent> events, Slices slices) {
        switch (events.getFirst()) {
            case FavoritesEvent.FavoriteChanged _ -> {
                var favorites = new ArrayList<FavoritesEvent.FavoriteChanged>();
                for (var event : events) {
                    if (event instanceof FavoritesEvent.FavoriteChanged favorite
                            && !favorite.isImported()) {
                        favorites.add(favorite);
                    }
                }
                count(favorites, slices);
            }
            case FavoritesEvent.TagDeleted(var user, var tag) ->
                    slices.begin(
                            new FavoritesWork.EraseTag(
                                    user, tag.tag().tagId(), tag.generation(), tag.mergingInto()));
        }
    }

    private void count(List<FavoritesEvent.FavoriteChanged> events, Slices slices) {
        var clips = new LinkedHashMap<UserId, Integer>();
        var unclips = new LinkedHashMap<UserId, Integer>();
        for (var event : events) {
            var before = event.before();
            var after = event.after();
            if (before == null) {
                clips.merge(event.user(), 1, Integer::sum);
            } else if (after == null) {
                unclips.merge(event.user(), 1, Integer::sum);
                slices.begin(
                        new FavoritesWork.UntagFavorite(
                                event.user(), event.data(), before.generation()));
            }
        }
        var users = new LinkedHashSet<>(clips.keySet());
        users.addAll(unclips.keySet());
        for (var user : users) {
            usages.changed(user, clips.getOrDefault(user, 0), unclips.getOrDefault(user, 0));
        }
    }

    @Override
    public Performer<FavoritesWork> performer() {
        return new Performer<>(FavoritesWork.TYPE, this::slice);
    }

    private Progress slice(FavoritesWork any, Job job) {
        var cursor = new Texts(job.cursor());
        return switch (any) {
            case FavoritesWork.UntagFavorite work -> taggingJobs.untag(work, cursor.position());
            case FavoritesWork.EraseTag work -> taggingJobs.erase(work, cursor);
            case FavoritesWork.MergeTag work -> taggingJobs.merge(work, cursor);
            case FavoritesWork.ImportBookmarks work -> bookmarks.save(work, cursor);
            case FavoritesWork.UndoImport work -> undoneImports.remove(work, cursor);
            case FavoritesWork.ChangeFavorites work -> bulkChanges.change(work, cursor);
        };
    }
}
