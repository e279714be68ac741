package plaza.favorites.bookmarks;

import static plaza.table.Condition.absent;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import plaza.favorites.bookmarks.ImportRecord.State;
import plaza.favorites.favorite.FavoriteGeneration;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.favorite.Place;
import plaza.favorites.favorite.SavedUrl;
import plaza.favorites.favorite.StoredFavorite;
import plaza.favorites.id.DataId;
import plaza.favorites.id.FolderId;
import plaza.favorites.id.ImportId;
import plaza.favorites.id.TagId;
import plaza.favorites.job.FavoritesWork;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.quota.QuotaUsage;
import plaza.favorites.quota.Quotas;
import plaza.favorites.quota.Turn;
import plaza.favorites.search.UrlLookup;
import plaza.favorites.tag.StoredTag;
import plaza.favorites.tag.Tag;
import plaza.favorites.tag.TagGeneration;
import plaza.favorites.tag.TagItems;
import plaza.favorites.tag.TagName;
import plaza.favorites.tag.TagWrites;
import plaza.favorites.tag.TaggingWrites;
import plaza.id.UserId;
import plaza.job.Jobs;
import plaza.job.Progress;
import plaza.job.Texts;
import plaza.table.Attempt;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;
import plaza.text.Malformed;
import plaza.text.Sha256;

/// The job that saves the bookmarks of an import. Each slice saves a part of a chunk.
///
/// A slice can be repeated: a favorite that exists does not change and only receives the tags that
/// it lacks. A slice counts the favorites that it adds, so that their stream records cause no work.
/// An import therefore never delays the posts of other users by more than one record.
public final class ImportJob {
    /// Estimated write units of one slice: a slice begins no further bookmark after this many. They
    /// are enough for about ten bookmarks with typical titles and two tags and take about 100 ms.
    static final int SLICE_UNITS_MAX = 500;

    /// Write units of a favorite or tagging in a transaction: two in the table, two in the local
    /// index of a favorite, and one in each of two global indexes.
    private static final int ITEM_UNITS = 6;

    /// Write units of a condition check in a transaction.
    private static final int CHECK_UNITS = 2;

    /// The maximum number of folders of one favorite, which limits its size.
    static final int PLACES_MAX = 100;

    private final Table table;
    private final Clock clock;
    private final Quotas quotas;
    private final TaggingWrites taggings;
    private final QuotaUsage quotaUsage;
    private final Jobs jobs;

    public ImportJob(Table table, Clock clock, Quotas quotas) {
        this.table = table;
        this.clock = clock;
        this.quotas = quotas;
        this.taggings = new TaggingWrites(table);
        this.quotaUsage = new QuotaUsage(table, clock);
        this.jobs = new Jobs(table, clock);
    }

    /// The cursor of the job.
    ///
    /// @param chunk the chunk that the next slice reads
    /// @param offset the number of its bookmarks that are processed
    private record Cursor(int chunk, int offset, ImportRecord.Counts counts) {
        static Cursor of(Texts in) {
            return in.isEmpty()
                    ? new Cursor(0, 0, ImportRecord.Counts.NONE)
                    : new Cursor(
                            in.number(),
                            in.number(),
                            new ImportRecord.Counts(in.number(), in.number(), in.number()));
        }

        Cursor after(List<Bookmark> bookmarks, int slice, ImportRecord.Counts more) {
            var all = counts.plus(more);
            return offset + slice < bookmarks.size()
                    ? new Cursor(chunk, offset + slice, all)
                    : new Cursor(chunk + 1, 0, all);
        }

        Progress progress() {
            return Progress.more(
                    chunk, offset, counts.added(), counts.alreadyThere(), counts.refused());
        }
    }

    /// Runs one slice of the job.
    public Progress save(FavoritesWork.ImportBookmarks work, Texts texts) {
        var user = work.user();
        var id = work.id();
        var cursor = Cursor.of(texts);
        var content = ImportChunks.read(table, work, cursor.chunk());
        saveFolders(user, content.folders());
        var bookmarks = content.bookmarks();
        var slice = slice(bookmarks, cursor.offset());
        var result = new SliceResult();
        save(user, id, slice, result);
        var next = cursor.after(bookmarks, slice.size(), result.counts());
        var isLast = next.chunk() >= work.chunks();
        quotaUsage.progressed(user, Turn.of(id), result.added, isLast);
        // last, because the user acts on what it states
        var isUndone =
                (!slice.isEmpty() || isLast)
                        && !record(
                                user,
                                id,
                                isLast ? State.DONE : State.RUNNING,
                                next,
                                result.problems);
        return isLast || isUndone ? new Progress.Finished() : next.progress();
    }

    /// Saves folders with the tags that exist. A folder that an earlier import saved keeps its
    /// order and its separators, and receives its tag if it had none.
    private void saveFolders(UserId user, List<Folder> folders) {
        if (folders.isEmpty()) {
            return;
        }
        var saved =
                table.getByKey(
                        folders.stream()
                                .map(folder -> FavoritesKeys.FOLDER.key(user, folder.id()))
                                .toList(),
                        FolderItems::folder);
        var names = new HashMap<FolderId, Key>();
        for (var folder : folders) {
            var name = folder.kind() == null ? tagNameOrNull(folder.name()) : null;
            if (name != null) {
                names.put(folder.id(), FavoritesKeys.TAG_NAME.key(user, name.normalised()));
            }
        }
        var tags =
                table.getByKey(
                        List.copyOf(new LinkedHashSet<>(names.values())), TagItems::tagOfName);
        var writes = new ArrayList<Write>();
        for (var folder : folders) {
            var before = saved.get(FavoritesKeys.FOLDER.key(user, folder.id()));
            var key = names.get(folder.id());
            var after =
                    (before == null ? folder : before).withTag(key == null ? null : tags.get(key));
            if (before != null && before.separators().isEmpty()) {
                after = after.withSeparators(folder.separators());
            }
            if (!after.equals(before)) {
                writes.add(Write.Put.of(FolderItems.folder(user, after)));
            }
        }
        table.writeAll(writes);
    }

    private static @Nullable TagName tagNameOrNull(String name) {
        try {
            return name.isBlank() ? null : TagName.parse(name);
        } catch (Malformed _) {
            return null;
        }
    }

    /// The bookmarks from `offset` that fit into one slice; at least one if any remain.
    private static List<Bookmark> slice(List<Bookmark> bookmarks, int offset) {
        var units = 0;
        var end = offset;
        while (end < bookmarks.size() && units < SLICE_UNITS_MAX) {
            var bookmark = bookmarks.get(end);
            units += ITEM_UNITS + bookmark.tags().size() * (ITEM_UNITS + CHECK_UNITS);
            end++;
        }
        return bookmarks.subList(Math.min(offset, end), end);
    }

    private static final class SliceResult {
        private int added;
        private final List<ImportProblem> problems = new ArrayList<>();
        private int alreadyThere;

        ImportRecord.Counts counts() {
            return new ImportRecord.Counts(added, alreadyThere, problems.size());
        }
    }

    /// Stores the progress. If the import was undone meanwhile, because a slice failed until the
    /// lease ended, the job that undoes it starts again and removes what this slice has added.
    ///
    /// @return false if the import was undone
    private boolean record(
            UserId user, ImportId id, State state, Cursor next, List<ImportProblem> problems) {
        var key = FavoritesKeys.IMPORT_RECORD.key(user, id);
        var item = problems.isEmpty() ? null : table.getConsistent(key);
        var outcome =
                table.write(
                        ImportRecord.progress(key, state, next.counts(), item, problems)
                                .onlyIf(ImportRecord.isIntact()));
        if (outcome instanceof Outcome.Refused(_, var found) && found != null) {
            jobs.startOrRestart(
                    new FavoritesWork.UndoImport(
                            user, id, ImportRecord.of(id, found).createTime()));
            return false;
        }
        return true;
    }

    private void save(UserId user, ImportId id, List<Bookmark> bookmarks, SliceResult result) {
        if (bookmarks.isEmpty()) {
            return;
        }
        var tagsByName = tagsByName(user, id, bookmarks);
        var existing = existing(user, bookmarks);
        var room = quotas.favoritesMax() - quotaUsage.favorites(user);
        var attempts = 0;
        for (var bookmark : bookmarks) {
            var favorite =
                    table.optimistically(() -> found(user, id, bookmark, existing, tagsByName));
            var key = FavoritesKeys.FAVORITE.key(user, favorite.favorite().dataId());
            boolean isAdded;
            if (existing.containsKey(key)) {
                // An earlier attempt of this slice can have added it.
                isAdded = id.equals(favorite.addedBy());
            } else if (attempts < room) {
                favorite = StoredFavorite.imported(favorite.favorite(), id, bookmark.places());
                isAdded = add(user, id, favorite, bookmark, tagsByName);
                existing.put(key, favorite);
                attempts++;
            } else {
                result.problems.add(beyondQuota(bookmark));
                continue;
            }
            if (isAdded) {
                result.added++;
            } else {
                result.alreadyThere++;
            }
        }
    }

    /// Returns the favorite for a bookmark. If it exists, it receives the tags and folders that it
    /// lacks.
    ///
    /// The caller tries again if the favorite was unclipped meanwhile.
    private Attempt<StoredFavorite> found(
            UserId user,
            ImportId id,
            Bookmark bookmark,
            Map<Key, StoredFavorite> existing,
            Map<String, StoredTag> tagsByName) {
        var favorite = resolve(user, id, bookmark, existing);
        var key = FavoritesKeys.FAVORITE.key(user, favorite.favorite().dataId());
        if (existing.containsKey(key)
                && !(tag(user, id, favorite, bookmark, tagsByName)
                        && place(user, favorite, bookmark.places()))) {
            existing.remove(key);
            return Attempt.tryAgain();
        }
        return Attempt.done(favorite);
    }

    private static List<StoredTag> tags(Bookmark bookmark, Map<String, StoredTag> tagsByName) {
        var tags = new LinkedHashMap<TagId, StoredTag>();
        for (var name : bookmark.tags()) {
            var tag = tagsByName.get(name.normalised());
            if (tag != null) {
                tags.put(tag.tag().tagId(), tag);
            }
        }
        return List.copyOf(tags.values());
    }

    private ImportProblem beyondQuota(Bookmark bookmark) {
        return ImportProblem.of(
                bookmark.line(),
                bookmark.favorite().title(),
                bookmark.favorite().contentUrl() == null
                        ? null
                        : bookmark.favorite().contentUrl().text(),
                ImportProblem.Code.QUOTA,
                "The bookmark is not saved: your collection has %d favorites and is full."
                        .formatted(quotas.favoritesMax()));
    }

    /// Saves a favorite with its tags.
    ///
    /// @return whether this import added the favorite, now or in another attempt of the slice
    private boolean add(
            UserId user,
            ImportId id,
            StoredFavorite favorite,
            Bookmark bookmark,
            Map<String, StoredTag> tagsByName) {
        var put = Write.Put.of(FavoriteItems.favorite(user, favorite)).onlyIf(absent());
        return table.optimistically(() -> {
            var tags = tags(bookmark, tagsByName);
            if (!tags.isEmpty()) {
                var writes = new ArrayList<Write>();
                writes.add(put);
                writes.addAll(taggings.ofNewFavorite(user, favorite, tags));
                if (table.transact(writes) instanceof Outcome.Done) {
                    return Attempt.done(true);
                }
                tagsByName.putAll(tagsByName(user, id, List.of(bookmark)));
                if (!tags(bookmark, tagsByName).equals(tags)) {
                    return Attempt.tryAgain();
                }
            }
            // The favorite exists, or a tagging of an earlier one: write one item at a time.
            var stored = written(put, favorite);
            if (stored == null || !tag(user, id, stored, bookmark, tagsByName)) {
                return Attempt.tryAgain();
            }
            return Attempt.done(id.equals(stored.addedBy()));
        });
    }

    /// Writes a favorite, and returns it or the one that exists.
    ///
    /// @return null if the other one was unclipped meanwhile
    private @Nullable StoredFavorite written(Write put, StoredFavorite favorite) {
        return switch (table.write(put)) {
            case Outcome.Done() -> favorite;
            case Outcome.Refused(_, var found) ->
                    found == null ? null : FavoriteItems.storedFavorite(found);
        };
    }

    /// Tags a favorite with the tags of a bookmark. If one of them was deleted or began to merge,
    /// it looks up the names again, so that no tag is lost and none gets another meaning.
    ///
    /// @param tagsByName the known tags, which the method updates
    /// @return false if the favorite was unclipped meanwhile
    private boolean tag(
            UserId user,
            ImportId id,
            StoredFavorite favorite,
            Bookmark bookmark,
            Map<String, StoredTag> tagsByName) {
        var generation =
                new FavoriteGeneration(favorite.favorite().dataId(), favorite.generation());
        return table.optimistically(() -> {
            var tags = tags(bookmark, tagsByName).stream().map(TagGeneration::of).toList();
            return switch (taggings.tagAll(user, generation, tags, id)) {
                case TAGGED, ALREADY_TAGGED -> Attempt.done(true);
                case NO_FAVORITE -> Attempt.done(false);
                case NO_TAG, TAG_MERGING -> {
                    tagsByName.putAll(tagsByName(user, id, List.of(bookmark)));
                    yield Attempt.tryAgain();
                }
            };
        });
    }

    /// Adds to an existing favorite the folders that do not contain it yet.
    ///
    /// @return false if the favorite was unclipped meanwhile
    private boolean place(UserId user, StoredFavorite favorite, List<Place> places) {
        var all = joined(favorite.places(), places);
        if (all.size() == favorite.places().size() || all.size() > PLACES_MAX) {
            return true;
        }
        return table.write(
                        Write.Update.of(
                                        FavoritesKeys.FAVORITE.key(
                                                user, favorite.favorite().dataId()))
                                .set(FavoriteItems.FOLDERS, FavoriteItems.texts(all))
                                .onlyIf(FavoriteItems.hasGeneration(favorite.generation())))
                instanceof Outcome.Done;
    }

    /// The places of two lists, one for each folder; that of the first list prevails.
    static List<Place> joined(List<Place> places, List<Place> others) {
        var all = new LinkedHashMap<FolderId, Place>();
        places.forEach(place -> all.put(place.folder(), place));
        others.forEach(place -> all.putIfAbsent(place.folder(), place));
        return List.copyOf(all.values());
    }

    /// The existing favorites with the ids of these bookmarks, by key.
    private Map<Key, StoredFavorite> existing(UserId user, List<Bookmark> bookmarks) {
        return table.getByKey(
                bookmarks.stream()
                        .map(bookmark ->
                                FavoritesKeys.FAVORITE.key(user, bookmark.favorite().dataId()))
                        .toList(),
                FavoriteItems::storedFavorite);
    }

    /// Returns the favorite for a bookmark: an existing one, or a new one under a free id.
    ///
    /// Two favorites with the same id are equal only if their addresses are. If another address has
    /// the id of a bookmark, the bookmark is saved under another id, so that neither is lost.
    ///
    /// @param existing the known favorites; the method adds those that it reads
    private StoredFavorite resolve(
            UserId user, ImportId id, Bookmark bookmark, Map<Key, StoredFavorite> existing) {
        var favorite = bookmark.favorite();
        var url = favorite.contentUrl();
        var sameId = existing.get(FavoritesKeys.FAVORITE.key(user, favorite.dataId()));
        if (sameId != null
                && (url == null || Objects.equals(url, sameId.favorite().contentUrl()))) {
            return sameId;
        }
        if (url == null || (sameId == null && bookmark.named())) {
            return StoredFavorite.imported(favorite, id, bookmark.places());
        }
        for (var sameUrl : UrlLookup.exactBefore(table, user, id, url)) {
            var found = read(user, sameUrl.dataId(), existing);
            if (found != null && Objects.equals(url, found.favorite().contentUrl())) {
                return found;
            }
        }
        return sameId == null
                ? StoredFavorite.imported(favorite, id, bookmark.places())
                : underAnotherId(user, id, bookmark, url, existing);
    }

    /// Returns the favorite for a bookmark whose id belongs to another address, under the id that
    /// derives from its exact address. If a user has given that id to another address, too, the id
    /// derives from the import as well. Both ids are the same when a slice is repeated.
    private StoredFavorite underAnotherId(
            UserId user,
            ImportId id,
            Bookmark bookmark,
            SavedUrl url,
            Map<Key, StoredFavorite> existing) {
        var ofUrl = DataId.of(url.exactFingerprint());
        var found = read(user, ofUrl, existing);
        var data = ofUrl;
        if (found != null && !Objects.equals(url, found.favorite().contentUrl())) {
            data = DataId.of(Sha256.fingerprint(id.value() + ' ' + url.exactFingerprint()));
            found = read(user, data, existing);
        }
        return found == null
                ? StoredFavorite.imported(bookmark.favorite().withId(data), id, bookmark.places())
                : found;
    }

    private @Nullable StoredFavorite read(
            UserId user, DataId data, Map<Key, StoredFavorite> existing) {
        var key = FavoritesKeys.FAVORITE.key(user, data);
        var item = table.getConsistent(key);
        if (item == null) {
            return existing.get(key);
        }
        var favorite = FavoriteItems.storedFavorite(item);
        existing.put(key, favorite);
        return favorite;
    }

    /// The tags of bookmarks, by normalised name. Missing tags are created.
    private Map<String, StoredTag> tagsByName(UserId user, ImportId by, List<Bookmark> bookmarks) {
        var names = new LinkedHashMap<String, TagName>();
        for (var bookmark : bookmarks) {
            bookmark.tags().forEach(name -> names.putIfAbsent(name.normalised(), name));
        }
        var nameKeys =
                names.keySet().stream()
                        .map(name -> FavoritesKeys.TAG_NAME.key(user, name))
                        .toList();
        var ids = new LinkedHashMap<String, TagId>();
        for (var item : table.getAll(nameKeys)) {
            ids.put(item.key().sk(), TagItems.tagOfName(item));
        }
        names.forEach((normalised, name) -> {
            if (!ids.containsKey(normalised)) {
                ids.put(normalised, findOrCreateTag(user, by, name));
            }
        });
        var tagsByName = tagsByName(user, ids);
        var renamed = new LinkedHashMap<String, TagId>();
        names.forEach((normalised, name) -> {
            if (!tagsByName.containsKey(normalised)) {
                // The tag was renamed or deleted after its name was read.
                renamed.put(normalised, findOrCreateTag(user, by, name));
            }
        });
        tagsByName.putAll(tagsByName(user, renamed));
        return tagsByName;
    }

    /// The tags with these ids that still have these names. A tag that is being merged is replaced
    /// by the one that receives its taggings.
    private Map<String, StoredTag> tagsByName(UserId user, Map<String, TagId> idsByName) {
        var tags = tags(user, idsByName.values());
        var targets = tags.values().stream().map(StoredTag::mergingInto).filter(Objects::nonNull);
        var targetTags = tags(user, targets.toList());
        var tagsByName = new HashMap<String, StoredTag>();
        idsByName.forEach((name, id) -> {
            var tag = tags.get(FavoritesKeys.TAG.key(user, id));
            if (tag != null && tag.normalisedName().equals(name)) {
                var into = tag.mergingInto();
                var target =
                        into == null ? null : targetTags.get(FavoritesKeys.TAG.key(user, into));
                tagsByName.put(name, target == null ? tag : target);
            }
        });
        return tagsByName;
    }

    private Map<Key, StoredTag> tags(UserId user, Collection<TagId> ids) {
        var keys = ids.stream().map(tag -> FavoritesKeys.TAG.key(user, tag)).toList();
        return keys.isEmpty() ? Map.of() : table.getByKey(keys, TagItems::storedTag);
    }

    /// Creates a tag, or finds the one that has the name.
    ///
    /// The first id derives from the name, so that a repeated slice finds the tag. Another id is
    /// necessary only if the tag with this id was renamed.
    private TagId findOrCreateTag(UserId user, ImportId by, TagName name) {
        var first = TagId.of(Sha256.fingerprint(name.normalised()));
        return findOrCreateTag(user, by, first, name) instanceof Attempt.Done<TagId>(var tag)
                ? tag
                : table.optimistically(() ->
                        findOrCreateTag(user, by, TagId.of(UUID.randomUUID().toString()), name));
    }

    /// Creates a tag with the given id, or finds the one that has the name. If a tag with another
    /// name has the id, the next attempt needs another id.
    private Attempt<TagId> findOrCreateTag(UserId user, ImportId by, TagId id, TagName name) {
        var tag = StoredTag.imported(Tag.created(id, name, clock.instant()), by);
        return switch (table.transact(TagWrites.creation(user, tag))) {
            case Outcome.Done() -> Attempt.done(id);
            case Outcome.Refused(_, var found) when found == null -> Attempt.tryAgain();
            case Outcome.Refused(var failure, var found) ->
                    switch (failure) {
                        case NAME_TAKEN -> Attempt.done(TagItems.tagOfName(found));
                        case TAG_EXISTS ->
                                TagItems.storedTag(found).normalisedName().equals(name.normalised())
                                        ? Attempt.done(id)
                                        : Attempt.tryAgain();
                    };
        };
    }
}
