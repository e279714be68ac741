package plaza.favorites;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.exists;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.favorites.model.Bookmark;
import plaza.favorites.model.Favorite;
import plaza.favorites.model.ImportProblem;
import plaza.favorites.model.SavedUrl;
import plaza.favorites.model.StoredFavorite;
import plaza.favorites.model.StoredTag;
import plaza.favorites.model.Tag;
import plaza.favorites.model.TagName;
import plaza.http.Http;
import plaza.id.DataId;
import plaza.id.GenerationId;
import plaza.id.ImportId;
import plaza.id.TagId;
import plaza.id.UserId;
import plaza.job.Job;
import plaza.job.Progress;
import plaza.lambda.Quotas;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;

/// Saves the bookmarks of an import, a part of a chunk in each slice.
///
/// A slice may be done again: a favorite that exists is left as it is, and only gets the tags it
/// lacks. A slice writes the postings of the favorites it has added, and counts them; their stream
/// records have nothing left to do, so that an import never puts more than one record before the
/// posts of other users.
public final class ImportJob {
    /// Bookmarks in one chunk. A slice reads a whole chunk, so a large one would be read often.
    static final int CHUNK_MAX = 50;

    /// Write units of one slice, as far as they are known before it: a slice begins no bookmark
    /// after so many. About ten bookmarks with typical titles and two tags; that takes some 100 ms.
    static final int SLICE_UNITS_MAX = 500;

    /// Write units of a favorite or a row of a tag in a transaction: table, local and global index,
    /// twice; and of a check.
    private static final int ITEM_UNITS = 6;

    private static final int CHECK_UNITS = 2;

    /// Bytes of one chunk's text; an item is at most 400 KB.
    static final int CHUNK_BYTES_MAX = 200_000;

    private enum Failure {
        ALREADY_CLIPPED,
        IMPORT_GONE
    }

    private final Table table;
    private final Clock clock;
    private final Quotas quotas;
    private final TaggingWrites tagging;
    private final Postings postings;
    private final QuotaUsage usages;

    public ImportJob(Table table, Clock clock, Quotas quotas) {
        this.table = table;
        this.clock = clock;
        this.quotas = quotas;
        this.tagging = new TaggingWrites(table);
        this.postings = new Postings(table);
        this.usages = new QuotaUsage(table, clock);
    }

    /// The job that saves what an import has brought.
    static Job importing(UserId user, ImportId id, int chunks) {
        return Job.of(
                Job.Kind.IMPORT_BOOKMARKS,
                List.of(user.value(), id.value()),
                List.of(Integer.toString(chunks)));
    }

    /// Cuts bookmarks into chunks.
    static List<Item> chunks(UserId user, ImportId id, List<Bookmark> bookmarks, Instant now) {
        var chunks = new ArrayList<Item>();
        var chunk = new ArrayList<Bookmark>();
        var bytes = 0;
        for (var bookmark : bookmarks) {
            var size = FavoriteItems.bookmark(bookmark).getBytes(StandardCharsets.UTF_8).length;
            if (chunk.size() == CHUNK_MAX || (!chunk.isEmpty() && bytes + size > CHUNK_BYTES_MAX)) {
                chunks.add(ImportRecord.chunk(user, id, chunks.size(), chunk, now));
                chunk.clear();
                bytes = 0;
            }
            chunk.add(bookmark);
            bytes += size;
        }
        if (!chunk.isEmpty()) {
            chunks.add(ImportRecord.chunk(user, id, chunks.size(), chunk, now));
        }
        return chunks;
    }

    /// Where an import stands.
    ///
    /// @param chunk the chunk that the next slice reads
    /// @param offset how many of its bookmarks are done
    private record Cursor(int chunk, int offset, ImportRecord.Counts counts) {
        static Cursor of(List<String> place) {
            if (place.isEmpty()) {
                return new Cursor(0, 0, ImportRecord.Counts.NONE);
            }
            var numbers = place.stream().map(Integer::valueOf).toList();
            return new Cursor(
                    numbers.get(0),
                    numbers.get(1),
                    new ImportRecord.Counts(numbers.get(2), numbers.get(3), numbers.get(4)));
        }

        Cursor after(List<Bookmark> chunkHeld, int slice, ImportRecord.Counts more) {
            var all = counts.plus(more);
            return offset + slice < chunkHeld.size()
                    ? new Cursor(chunk, offset + slice, all)
                    : new Cursor(chunk + 1, 0, all);
        }

        List<String> place() {
            return Stream.of(chunk, offset, counts.added(), counts.alreadyThere(), counts.refused())
                    .map(String::valueOf)
                    .toList();
        }
    }

    /// One slice of an [#importing].
    public Progress save(Job job) {
        var user = UserId.of(job.ids().get(0));
        var id = ImportId.of(job.ids().get(1));
        var chunks = Integer.parseInt(job.arguments().getFirst());
        var cursor = Cursor.of(job.cursor());
        var chunk = table.getConsistent(KeySpace.importChunk(user, id, cursor.chunk()));
        var bookmarks = chunk == null ? List.<Bookmark>of() : ImportRecord.bookmarks(chunk);
        var slice = slice(bookmarks, cursor.offset());
        var saved = new Saved();
        save(user, id, slice, saved);
        var next = cursor.after(bookmarks, slice.size(), saved.counts());
        if (!slice.isEmpty()) {
            record(user, id, next, saved.problems);
        }
        var isLast = next.chunk() >= chunks;
        usages.imported(user, id, saved.added.size(), isLast);
        return isLast ? new Progress.Finished() : new Progress.More(next.place());
    }

    /// As many bookmarks as a slice has units for, and at least one.
    private static List<Bookmark> slice(List<Bookmark> bookmarks, int offset) {
        var units = 0;
        var end = offset;
        while (end < bookmarks.size() && units < SLICE_UNITS_MAX) {
            var bookmark = bookmarks.get(end);
            units +=
                    ITEM_UNITS
                            + FavoriteItems.terms(bookmark.favorite()).size()
                            + bookmark.tags().size() * (ITEM_UNITS + CHECK_UNITS);
            end++;
        }
        return bookmarks.subList(Math.min(offset, end), end);
    }

    /// What became of the bookmarks of one slice.
    private static final class Saved {
        private final List<DataId> added = new ArrayList<>();
        private final List<ImportProblem> problems = new ArrayList<>();
        private int alreadyThere;

        ImportRecord.Counts counts() {
            return new ImportRecord.Counts(added.size(), alreadyThere, problems.size());
        }
    }

    private void record(UserId user, ImportId id, Cursor next, List<ImportProblem> problems) {
        var key = KeySpace.importRecord(user, id);
        var item = problems.isEmpty() ? null : table.getConsistent(key);
        var _ =
                table.write(
                        ImportRecord.progress(key, next.counts(), item, problems)
                                .onlyIf(exists().otherwise(Failure.IMPORT_GONE)));
    }

    private void save(UserId user, ImportId id, List<Bookmark> bookmarks, Saved saved) {
        if (bookmarks.isEmpty()) {
            return;
        }
        var tagsByName = tags(user, bookmarks);
        var there = there(user, bookmarks);
        var room = quotas.favoritesMax() - usages.favorites(user);
        var added = 0;
        for (var bookmark : bookmarks) {
            var tags = new LinkedHashMap<TagId, StoredTag>();
            for (var name : bookmark.tags()) {
                var tag = tagsByName.get(name.normalised());
                if (tag != null) {
                    tags.put(tag.tag().tagId(), tag);
                }
            }
            var state = List.copyOf(tags.values());
            var clip = clip(user, id, bookmark, there);
            var key = KeySpace.favorite(user, clip.favorite().dataId());
            var isMine = false;
            if (there.containsKey(key) && tag(user, clip.favorite().dataId(), state)) {
                // added by this slice, if the slice is done again
                isMine = id.equals(clip.addedBy());
            } else if (added < room) {
                clip = StoredFavorite.imported(clip.favorite(), id);
                isMine = add(user, clip, state);
                there.put(key, clip);
                added++;
            } else {
                saved.problems.add(beyondQuota(bookmark));
                continue;
            }
            if (isMine) {
                saved.added.add(clip.favorite().dataId());
            } else {
                saved.alreadyThere++;
            }
        }
        postings.index(user, saved.added);
    }

    private ImportProblem beyondQuota(Bookmark bookmark) {
        return new ImportProblem(
                bookmark.line(),
                ImportProblem.Code.QUOTA,
                "The bookmark is not saved: your collection is full with %d favorites."
                        .formatted(quotas.favoritesMax()));
    }

    /// Saves a favorite together with its tags.
    ///
    /// @return whether it was new
    private boolean add(UserId user, StoredFavorite clip, List<StoredTag> tags) {
        var put =
                Write.Put.of(FavoriteItems.favorite(user, clip))
                        .onlyIf(absent().otherwise(Failure.ALREADY_CLIPPED));
        if (tags.isEmpty()) {
            return table.write(put) instanceof Outcome.Done;
        }
        var writes = new ArrayList<Write>();
        writes.add(put);
        writes.addAll(TaggingWrites.firstTime(user, clip, tags));
        if (table.transact(writes) instanceof Outcome.Done) {
            return true;
        }
        // The favorite is there, or a tag has just gone: one by one.
        return table.optimistically(() -> {
            var isNew = table.write(put) instanceof Outcome.Done;
            return tag(user, clip.favorite().dataId(), tags) ? isNew : null;
        });
    }

    /// @return false where the favorite was unclipped meanwhile
    private boolean tag(UserId user, DataId data, List<StoredTag> tags) {
        for (var tag : tags) {
            if (tagging.tag(user, data, tag.tag().tagId()) == TaggingWrites.Result.NO_FAVORITE) {
                return false;
            }
        }
        return true;
    }

    /// The favorites that have the ids of these bookmarks, by key.
    private Map<Key, StoredFavorite> there(UserId user, List<Bookmark> bookmarks) {
        return table.getByKey(
                bookmarks.stream()
                        .map(bookmark -> KeySpace.favorite(user, bookmark.favorite().dataId()))
                        .toList(),
                FavoriteItems::storedFavorite);
    }

    /// The favorite that a bookmark is: one that exists, or one to be added under an id that is
    /// free.
    ///
    /// An id means the same favorite only where the address is the same, too. A bookmark whose id
    /// is taken by another address is saved under an id of its own, so that neither is lost.
    ///
    /// @param there the favorites known so far; one that is found by its address is put in
    private StoredFavorite clip(
            UserId user, ImportId id, Bookmark bookmark, Map<Key, StoredFavorite> there) {
        var favorite = bookmark.favorite();
        var url = favorite.contentUrl();
        var own = there.get(KeySpace.favorite(user, favorite.dataId()));
        if (own != null && (url == null || Objects.equals(url, own.favorite().contentUrl()))) {
            return own;
        }
        if (url == null || (own == null && bookmark.named())) {
            return StoredFavorite.imported(favorite, id);
        }
        var same = UrlLookup.exact(table, user, url);
        var found = same == null ? null : at(user, same.dataId(), there);
        if (found != null) {
            return found;
        }
        return own == null
                ? StoredFavorite.imported(favorite, id)
                : elsewhere(user, id, favorite, url, there);
    }

    /// A bookmark whose own id is taken, under the id of its exact address; where that is taken as
    /// well, which takes a favorite made for it by hand, under a fresh one.
    private StoredFavorite elsewhere(
            UserId user,
            ImportId id,
            Favorite favorite,
            SavedUrl url,
            Map<Key, StoredFavorite> there) {
        var data = DataId.of(url.exactFingerprint());
        var found = at(user, data, there);
        if (found == null) {
            return StoredFavorite.imported(favorite.withId(data), id);
        }
        return Objects.equals(url, found.favorite().contentUrl())
                ? found
                : StoredFavorite.imported(
                        favorite.withId(DataId.of(GenerationId.begun().value())), id);
    }

    private @Nullable StoredFavorite at(UserId user, DataId data, Map<Key, StoredFavorite> there) {
        var key = KeySpace.favorite(user, data);
        var item = table.getConsistent(key);
        if (item == null) {
            return there.get(key);
        }
        var clip = FavoriteItems.storedFavorite(item);
        there.put(key, clip);
        return clip;
    }

    /// The tags that bookmarks name, by normalised name; those that are missing are made.
    private Map<String, StoredTag> tags(UserId user, List<Bookmark> bookmarks) {
        var names = new LinkedHashMap<String, TagName>();
        for (var bookmark : bookmarks) {
            bookmark.tags().forEach(name -> names.putIfAbsent(name.normalised(), name));
        }
        var nameKeys = names.keySet().stream().map(name -> KeySpace.tagName(user, name)).toList();
        var ids = new LinkedHashMap<String, TagId>();
        for (var item : table.getAll(nameKeys)) {
            ids.put(item.key().sk(), FavoriteItems.tagOfName(item));
        }
        names.forEach((normalised, name) -> {
            if (!ids.containsKey(normalised)) {
                ids.put(normalised, made(user, name));
            }
        });
        var tags =
                table.getByKey(
                        ids.values().stream().map(tag -> KeySpace.tag(user, tag)).toList(),
                        FavoriteItems::storedTag);
        var tagsByName = new HashMap<String, StoredTag>();
        ids.forEach((name, tag) -> {
            var state = tags.get(KeySpace.tag(user, tag));
            if (state != null) {
                tagsByName.put(name, state);
            }
        });
        return tagsByName;
    }

    /// Makes a tag, or finds the one that has the name already.
    ///
    /// The first id is derived from the name, so that a repetition finds the tag again. Only a tag
    /// with this id that was renamed requires another id.
    private TagId made(UserId user, TagName name) {
        var made = made(user, TagId.of(Http.entityTag(name.normalised())), name);
        return made != null
                ? made
                : table.optimistically(
                        () -> made(user, TagId.of(GenerationId.begun().value()), name));
    }

    /// @return null if the id belongs to a tag with another name
    private @Nullable TagId made(UserId user, TagId id, TagName name) {
        var state = StoredTag.created(Tag.created(id, name, clock.instant()));
        return switch (table.transact(TagWrites.creation(user, state))) {
            case Outcome.Done() -> id;
            case Outcome.Refused(var failure, var found) -> {
                if (found == null) {
                    yield null;
                }
                if (failure == TagWrites.Failure.NAME_TAKEN) {
                    yield FavoriteItems.tagOfName(found);
                }
                var named = FavoriteItems.storedTag(found).normalisedName();
                yield named.equals(name.normalised()) ? id : null;
            }
        };
    }
}
