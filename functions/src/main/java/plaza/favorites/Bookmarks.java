package plaza.favorites;

import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.favorites.model.Bookmark;
import plaza.favorites.model.Clip;
import plaza.favorites.model.Favorite;
import plaza.favorites.model.Tag;
import plaza.favorites.model.TagName;
import plaza.favorites.model.TagState;
import plaza.http.Http;
import plaza.id.DataId;
import plaza.id.ImportId;
import plaza.id.LifeId;
import plaza.id.TagId;
import plaza.id.UserId;
import plaza.job.Job;
import plaza.job.Progress;
import plaza.table.Condition;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Page;
import plaza.table.Table;
import plaza.table.Write;

/// Saves the bookmarks of an import, a chunk in each slice.
///
/// A slice may be done again: a favorite that is there already is left as it is, and only gets the
/// tags it lacks.
public final class Bookmarks {
    /// Bookmarks in one chunk, and so in one slice: at five milliseconds a transaction half a
    /// second, after which everybody else has his turn.
    static final int CHUNK_MAX = 100;

    /// Bytes of one chunk's text; an item is at most 400 KB.
    static final int CHUNK_BYTES_MAX = 200_000;

    private enum Refusal {
        ALREADY_CLIPPED,
        IMPORT_GONE
    }

    private final Table table;
    private final Clock clock;
    private final Tagging tagging;

    public Bookmarks(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
        this.tagging = new Tagging(table);
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

    /// One slice of an [#importing]. The place is the number of the chunk and how many bookmarks
    /// were in those before it.
    public Progress save(Job job) {
        var user = UserId.of(job.ids().get(0));
        var id = ImportId.of(job.ids().get(1));
        var chunks = Integer.parseInt(job.arguments().getFirst());
        var number = job.place().isEmpty() ? 0 : Integer.parseInt(job.place().get(0));
        var done = job.place().isEmpty() ? 0 : Integer.parseInt(job.place().get(1));
        if (number >= chunks) {
            return new Progress.Finished();
        }
        var chunk = table.getConsistent(KeySpace.importChunk(user, id, number));
        if (chunk != null) {
            var bookmarks = ImportRecord.bookmarks(chunk);
            save(user, bookmarks);
            done += bookmarks.size();
            var _ =
                    table.write(
                            Write.Update.of(KeySpace.importRecord(user, id))
                                    .set(ImportRecord.DONE, done)
                                    .onlyIf(Condition.present(Refusal.IMPORT_GONE)));
        }
        return number + 1 == chunks
                ? new Progress.Finished()
                : new Progress.More(List.of(Integer.toString(number + 1), Integer.toString(done)));
    }

    private void save(UserId user, List<Bookmark> bookmarks) {
        var tagsByName = tags(user, bookmarks);
        for (var bookmark : bookmarks) {
            var tags = new LinkedHashMap<TagId, TagState>();
            for (var name : bookmark.tags()) {
                var tag = tagsByName.get(name.normalised());
                if (tag != null) {
                    tags.put(tag.tag().tagId(), tag);
                }
            }
            save(user, bookmark, List.copyOf(tags.values()));
        }
    }

    private void save(UserId user, Bookmark bookmark, List<TagState> tags) {
        var favorite = saved(user, bookmark);
        var clip = Clip.begun(favorite);
        var put =
                Write.Put.of(FavoriteItems.favorite(user, clip))
                        .onlyIf(Condition.absent(Refusal.ALREADY_CLIPPED));
        if (tags.isEmpty()) {
            var _ = table.write(put);
            return;
        }
        var writes = new ArrayList<Write>();
        writes.add(put);
        writes.addAll(Tagging.firstTime(user, clip, tags));
        if (table.transact(writes) instanceof Outcome.Refused) {
            // The favorite is there, or a tag has just gone: one by one.
            table.optimisticallyUntil(() -> {
                var _ = table.write(put);
                return tag(user, favorite.dataId(), tags);
            });
        }
    }

    /// @return false where the favorite was unclipped meanwhile
    private boolean tag(UserId user, DataId data, List<TagState> tags) {
        for (var tag : tags) {
            if (tagging.tag(user, data, tag.tag().tagId()) == Tagging.Result.NO_FAVORITE) {
                return false;
            }
        }
        return true;
    }

    /// The bookmark under the id of a favorite that has its address already, if there is one.
    private Favorite saved(UserId user, Bookmark bookmark) {
        var favorite = bookmark.favorite();
        if (bookmark.named() || favorite.contentUrl() == null) {
            return favorite;
        }
        var same =
                SavedUrls.page(table, user, favorite.contentUrl(), new Page.Ask(1, null)).items();
        return same.isEmpty() ? favorite : same.getFirst();
    }

    /// The tags that bookmarks name, by normalised name; those that are missing are made.
    private Map<String, TagState> tags(UserId user, List<Bookmark> bookmarks) {
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
        var tags = new HashMap<Key, TagState>();
        for (var item :
                table.getAll(ids.values().stream().map(tag -> KeySpace.tag(user, tag)).toList())) {
            tags.put(item.key(), FavoriteItems.tag(item));
        }
        var tagsByName = new HashMap<String, TagState>();
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
                : table.optimistically(() -> made(user, TagId.of(LifeId.begun().value()), name));
    }

    /// @return null if the id belongs to a tag with another name
    private @Nullable TagId made(UserId user, TagId id, TagName name) {
        var state = TagState.begun(Tag.created(id, name, clock.instant()));
        return switch (table.transact(TagWrites.creation(user, state))) {
            case Outcome.Done() -> id;
            case Outcome.Refused(var refusal, var found) -> {
                if (found == null) {
                    yield null;
                }
                if (refusal == TagWrites.Refusal.NAME_TAKEN) {
                    yield FavoriteItems.tagOfName(found);
                }
                var named = FavoriteItems.tag(found).normalisedName();
                yield named.equals(name.normalised()) ? id : null;
            }
        };
    }
}
