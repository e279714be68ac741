package plaza.favorites.bookmarks;

import static plaza.table.Condition.exists;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.favorites.bookmarks.ImportRecord.State;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.favorite.Place;
import plaza.favorites.id.DataId;
import plaza.favorites.id.FolderId;
import plaza.favorites.job.FavoritesWork;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.quota.QuotaUsage;
import plaza.favorites.quota.Turn;
import plaza.favorites.tag.StoredTag;
import plaza.favorites.tag.TagItems;
import plaza.favorites.tag.TagWrites;
import plaza.favorites.tag.TaggingItems;
import plaza.favorites.tag.TaggingRemovals;
import plaza.id.UserId;
import plaza.job.Progress;
import plaza.job.Texts;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.Write;

/// The job that removes what an import added, in this order: favorites, the tags that other
/// favorites received, tags that are not in use, folders without a tag that is in use.
///
/// Items that an import adds name it (`addedBy`) until the user changes or uses them, and every
/// removal is conditional on that. An edit therefore prevails, before or after the job: the
/// favorite or tag stays. A tagged favorite counts as changed only if its own data changed; its
/// taggings are removed with it, like those of an unclipped favorite.
public final class UndoJob {
    /// Favorites that one slice reads.
    private static final int FAVORITES_MAX = 200;

    /// Tags that one slice reads.
    private static final int TAGS_MAX = 20;

    /// Taggings or folders in one read.
    private static final int READ_MAX = 500;

    private static final Comparator<Folder> BY_ORDER_BACKWARDS =
            Comparator.comparingLong(Folder::order).reversed();

    private final Table table;
    private final Clock clock;
    private final TaggingRemovals taggings;
    private final QuotaUsage quotaUsage;

    public UndoJob(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
        this.taggings = new TaggingRemovals(table);
        this.quotaUsage = new QuotaUsage(table, clock);
    }

    private enum Phase {
        FAVORITES,
        LAST_FAVORITES,
        TAGS,
        FOLDERS
    }

    /// The cursor of the job.
    ///
    /// @param planned the favorites that the next slice deletes. A slice plans them, and the next
    ///   one deletes and counts them: a repeated slice counts those that it has deleted before.
    /// @param found whether this pass over the tags has removed a tagging; the index that lists
    ///   taggings lags, so the pass is repeated until it finds none
    private record Cursor(
            Phase phase,
            List<DataId> planned,
            int removed,
            boolean found,
            Page.@Nullable Position position) {
        /// The first text is the phase, followed by the planned ids.
        static Cursor of(Texts in) {
            if (in.isEmpty()) {
                return Cursor.of(Phase.FAVORITES, 0, false, null);
            }
            var words = List.of(in.text().split(" ", -1));
            return new Cursor(
                    Phase.valueOf(words.getFirst()),
                    words.stream().skip(1).map(DataId::of).toList(),
                    in.number(),
                    in.next(Boolean::parseBoolean),
                    in.position());
        }

        static Cursor of(
                Phase phase, int removed, boolean found, Page.@Nullable Position position) {
            return new Cursor(phase, List.of(), removed, found, position);
        }

        Progress progress() {
            var words = Stream.concat(Stream.of(phase.name()), planned.stream().map(DataId::value));
            return Progress.more(words.collect(Collectors.joining(" ")), removed, found, position);
        }
    }

    /// Runs one slice of the job.
    public Progress remove(FavoritesWork.UndoImport work, Texts texts) {
        var cursor = Cursor.of(texts);
        var next =
                switch (cursor.phase()) {
                    case FAVORITES -> favorites(work, cursor);
                    case LAST_FAVORITES ->
                            Cursor.of(Phase.TAGS, removed(work, cursor), false, null);
                    case TAGS -> tags(work, cursor);
                    case FOLDERS -> {
                        folders(work);
                        yield null;
                    }
                };
        var isDone = next == null;
        var removed = Objects.requireNonNullElse(next, cursor).removed();
        quotaUsage.progressed(work.user(), Turn.of(work.id()), 0, isDone);
        // last, because the user acts on what it states
        var _ =
                table.write(
                        ImportRecord.undoing(
                                        FavoritesKeys.IMPORT_RECORD.key(work.user(), work.id()),
                                        isDone ? State.UNDONE : State.UNDOING,
                                        removed)
                                .onlyIf(exists()));
        return next == null ? new Progress.Finished() : next.progress();
    }

    /// Deletes the planned favorites, reads a page, and plans to delete those that the import
    /// added.
    private Cursor favorites(FavoritesWork.UndoImport work, Cursor cursor) {
        var removed = removed(work, cursor);
        var page =
                table.read(
                        Query.in(FavoritesKeys.FAVORITES.of(work.user())).consistent(),
                        FAVORITES_MAX,
                        cursor.position());
        var planned = new ArrayList<DataId>();
        var others = new ArrayList<Item>();
        for (var item : page.items()) {
            if (FavoriteItems.isAddedBy(item, work.id())) {
                planned.add(FavoriteItems.storedFavorite(item).favorite().dataId());
            } else {
                others.add(item);
            }
        }
        displace(work, others);
        return new Cursor(
                page.next() == null ? Phase.LAST_FAVORITES : Phase.FAVORITES,
                planned,
                removed,
                false,
                page.next());
    }

    /// Removes the places of the import from favorites that remain.
    private void displace(FavoritesWork.UndoImport work, List<Item> items) {
        var writes = new ArrayList<Write>();
        for (var item : items) {
            var favorite = FavoriteItems.storedFavorite(item);
            var kept =
                    favorite.places().stream()
                            .filter(place -> !place.isFrom(work.importTime()))
                            .toList();
            if (kept.size() < favorite.places().size()) {
                var update = Write.Update.of(item.key());
                writes.add(
                        (kept.isEmpty()
                                        ? update.remove(FavoriteItems.FOLDERS)
                                        : update.set(
                                                FavoriteItems.FOLDERS, FavoriteItems.texts(kept)))
                                .onlyIf(FavoriteItems.hasGeneration(favorite.generation())));
            }
        }
        var _ = table.writeEach(writes);
    }

    /// Deletes the planned favorites, except those that the user has changed in the meantime.
    ///
    /// @return the favorites that were removed so far
    private int removed(FavoritesWork.UndoImport work, Cursor cursor) {
        var outcomes =
                table.writeEach(
                        cursor.planned().stream()
                                .<Write>map(data ->
                                        Write.Delete.of(
                                                        FavoritesKeys.FAVORITE.key(
                                                                work.user(), data))
                                                .onlyIf(FavoriteItems.isAddedBy(work.id())))
                                .toList());
        var kept = new ArrayList<Item>();
        for (var outcome : outcomes) {
            if (outcome instanceof Outcome.Refused(_, var found) && found != null) {
                kept.add(found);
            }
        }
        displace(work, kept);
        return cursor.removed() + outcomes.size() - kept.size();
    }

    private Cursor tags(FavoritesWork.UndoImport work, Cursor cursor) {
        var page =
                table.read(
                        Query.in(FavoritesKeys.TAGS.of(work.user())).consistent(),
                        TAGS_MAX,
                        cursor.position());
        var found = cursor.found();
        for (var item : page.items()) {
            found |= tag(work, TagItems.storedTag(item));
        }
        if (page.next() != null) {
            return Cursor.of(Phase.TAGS, cursor.removed(), found, page.next());
        }
        return Cursor.of(found ? Phase.TAGS : Phase.FOLDERS, cursor.removed(), false, null);
    }

    /// Removes the tag from favorites that the import tagged but did not add, and deletes the tag
    /// if the import created it and no favorite has it.
    ///
    /// @return whether a tagging was removed
    private boolean tag(FavoritesWork.UndoImport work, StoredTag tag) {
        var user = work.user();
        var found = false;
        var isUsed = !work.id().equals(tag.addedBy());
        Page.@Nullable Position from = null;
        do {
            var page =
                    table.read(
                            Query.in(FavoritesKeys.TAGGED_BY_TAG.of(user, tag.tag().tagId())),
                            READ_MAX,
                            from);
            var removals = new ArrayList<Item>();
            var others = new ArrayList<Item>();
            for (var tagging : page.items()) {
                if (FavoriteItems.isAddedBy(tagging, work.id())) {
                    removals.add(tagging);
                } else if (TaggingItems.tagGeneration(tagging).equals(tag.generation())) {
                    others.add(tagging);
                }
            }
            found |=
                    taggings.remove(
                                    removals,
                                    tagging ->
                                            TaggingItems.isUnchanged(tagging)
                                                    .and(FavoriteItems.isAddedBy(work.id())))
                            != 0;
            isUsed = isUsed || hasFavorite(user, others);
            from = page.next();
        } while (from != null);
        if (!isUsed) {
            var _ = table.transact(TagWrites.undoing(user, tag, work.id(), clock.instant()));
        }
        return found;
    }

    /// Whether the favorite of a tagging exists.
    private boolean hasFavorite(UserId user, List<Item> taggings) {
        var favorites =
                table.getByKey(
                        taggings.stream()
                                .map(row ->
                                        FavoritesKeys.FAVORITE.key(user, TaggingItems.dataOf(row)))
                                .toList(),
                        FavoriteItems::generation);
        return taggings.stream()
                .anyMatch(row ->
                        TaggingItems.favoriteGeneration(row)
                                .equals(
                                        favorites.get(
                                                FavoritesKeys.FAVORITE.key(
                                                        user, TaggingItems.dataOf(row)))));
    }

    /// Removes the folders and separators of the import, except folders whose tag exists and the
    /// folders around them.
    private void folders(FavoritesWork.UndoImport work) {
        var user = work.user();
        var folders =
                table
                        .readAll(Query.in(FavoritesKeys.FOLDERS.of(user)).consistent(), READ_MAX)
                        .stream()
                        .map(FolderItems::folder)
                        .toList();
        var tagKeys = new HashSet<Key>();
        for (var folder : folders) {
            if (folder.tag() != null) {
                tagKeys.add(FavoritesKeys.TAG.key(user, folder.tag()));
            }
        }
        var tags = table.getByKey(tagKeys);
        var parents = new HashSet<FolderId>();
        var kept = new HashSet<Folder>();
        // inner folders come first, so that the folders around them are known as parents
        for (var folder : folders.stream().sorted(BY_ORDER_BACKWARDS).toList()) {
            var isOfImport = isFrom(folder.order(), work);
            var hasTag =
                    folder.tag() != null
                            && tags.containsKey(FavoritesKeys.TAG.key(user, folder.tag()));
            if (!isOfImport || hasTag || parents.contains(folder.id())) {
                parents.add(folder.parent());
                kept.add(folder);
            }
        }
        var writes = new ArrayList<Write>();
        for (var folder : folders) {
            if (!kept.contains(folder)) {
                writes.add(Write.Delete.of(FavoritesKeys.FOLDER.key(user, folder.id())));
                continue;
            }
            var separators =
                    folder.separators().stream().filter(order -> !isFrom(order, work)).toList();
            if (separators.isEmpty() && folder.id().equals(FolderId.ROOT)) {
                writes.add(Write.Delete.of(FavoritesKeys.FOLDER.key(user, folder.id())));
            } else if (separators.size() < folder.separators().size()) {
                writes.add(
                        Write.Put.of(FolderItems.folder(user, folder.withSeparators(separators))));
            }
        }
        table.writeAll(writes);
    }

    private static boolean isFrom(long order, FavoritesWork.UndoImport work) {
        return new Place(FolderId.ROOT, order).isFrom(work.importTime());
    }
}
