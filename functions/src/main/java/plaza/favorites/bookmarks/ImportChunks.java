package plaza.favorites.bookmarks;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import plaza.favorites.id.ImportId;
import plaza.favorites.job.FavoritesWork;
import plaza.favorites.key.FavoritesKeys;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Table;
import plaza.table.Write;
import plaza.text.Sha256;

/// The bookmarks of a file, divided into chunks that the import's job reads one at a time.
///
/// Each chunk is an item with a partition key of its own. A file of 5 MiB takes about 6,300 write
/// units, and one partition accepts 1,000 per second (Amazon DynamoDB Developer Guide, "Best
/// practices for designing and using partition keys effectively").
///
/// The keys derive from a digest of all chunks. An import that is repeated, for example after a
/// timeout, finds the chunks that an earlier attempt wrote and writes only the others.
///
/// @param importTime the clip time of bookmarks without a date; the chunks do not contain it, so
///   that they are the same at every attempt
/// @param digest the digest of all bookmarks and of their division into chunks
/// @param texts the bookmarks of each chunk
record ImportChunks(UserId user, Instant importTime, String digest, List<List<String>> texts) {
    /// Bookmarks in one chunk. Every slice of the job reads a whole chunk, so a large chunk would
    /// be read often.
    static final int BOOKMARKS_MAX = 50;

    /// Bytes of the text in one chunk; the size of an item is limited to 400 KB.
    static final int BYTES_MAX = 200_000;

    /// The remaining lifetime that a chunk of an earlier attempt needs to be used again. It exceeds
    /// the duration of any import.
    private static final Duration REMAINING_MIN = Duration.ofDays(7);

    private static final String ENTRIES = "entries";

    /// Divides bookmarks and folders into chunks. The folders come last, when their tags exist.
    static ImportChunks of(
            UserId user, List<Bookmark> bookmarks, List<Folder> folders, Instant importTime) {
        var texts =
                bookmarks.stream()
                        .map(bookmark -> BookmarkText.bookmark(bookmark, importTime))
                        .toList();
        var chunks = divided(texts);
        chunks.addAll(divided(folders.stream().map(BookmarkText::folder).toList()));
        return divided(user, chunks, importTime);
    }

    private static List<List<String>> divided(List<String> texts) {
        var chunks = new ArrayList<List<String>>();
        var chunk = new ArrayList<String>();
        var bytes = 0;
        for (var text : texts) {
            var size = bytes(text).length;
            if (chunk.size() == BOOKMARKS_MAX || (!chunk.isEmpty() && bytes + size > BYTES_MAX)) {
                chunks.add(List.copyOf(chunk));
                chunk.clear();
                bytes = 0;
            }
            chunk.add(text);
            bytes += size;
        }
        if (!chunk.isEmpty()) {
            chunks.add(List.copyOf(chunk));
        }
        return chunks;
    }

    /// The chunks with these bookmarks.
    static ImportChunks divided(UserId user, List<List<String>> texts, Instant importTime) {
        return new ImportChunks(user, importTime, digest(texts), List.copyOf(texts));
    }

    int count() {
        return texts.size();
    }

    /// The job that saves the bookmarks.
    FavoritesWork.ImportBookmarks importing(ImportId id) {
        return new FavoritesWork.ImportBookmarks(user, id, digest, count(), importTime);
    }

    /// Writes the chunks that do not exist yet or that expire too soon.
    void write(Table table) {
        var items = items();
        var kept = new HashSet<Key>();
        for (var item : table.getAllEventually(items.stream().map(Item::key).toList())) {
            if (!item.expired(importTime.plus(REMAINING_MIN))) {
                kept.add(item.key());
            }
        }
        table.writeAll(
                items.stream()
                        .filter(item -> !kept.contains(item.key()))
                        .<Write>map(Write.Put::of)
                        .toList());
    }

    private List<Item> items() {
        return IntStream.range(0, count())
                .mapToObj(number ->
                        Item.at(FavoritesKeys.IMPORT_CHUNK.key(user, digest, number))
                                .with(ENTRIES, texts.get(number))
                                .endingAt(importTime.plus(ImportRecord.LIFETIME))
                                .build())
                .toList();
    }

    /// Each text is preceded by its length, so that two different divisions never have the same
    /// digest.
    private static String digest(List<List<String>> texts) {
        var digest = Sha256.start();
        for (var chunk : texts) {
            add(digest, Integer.toString(chunk.size()));
            chunk.forEach(text -> add(digest, text));
        }
        return Base64.getUrlEncoder().withoutPadding().encodeToString(digest.digest());
    }

    private static void add(MessageDigest digest, String text) {
        var bytes = bytes(text);
        digest.update(bytes(bytes.length + ":"));
        digest.update(bytes);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /// The bookmarks or the folders of one chunk.
    record Content(List<Bookmark> bookmarks, List<Folder> folders) {}

    /// The content of one chunk; empty if it does not exist.
    static Content read(Table table, FavoritesWork.ImportBookmarks work, int number) {
        var chunk =
                table.getConsistent(
                        FavoritesKeys.IMPORT_CHUNK.key(work.user(), work.digest(), number));
        var texts = chunk == null ? List.<String>of() : chunk.texts(ENTRIES);
        return new Content(
                texts.stream()
                        .filter(text -> !BookmarkText.isFolder(text))
                        .map(text -> BookmarkText.bookmark(text, work.importTime()))
                        .toList(),
                texts.stream()
                        .filter(BookmarkText::isFolder)
                        .map(text -> BookmarkText.folder(text, work.importTime()))
                        .toList());
    }
}
