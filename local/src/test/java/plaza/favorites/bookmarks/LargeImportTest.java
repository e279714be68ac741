package plaza.favorites.bookmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import plaza.Deep;
import plaza.dynamodb.DynamoDbTable;
import plaza.favorites.Owner;
import plaza.favorites.favorite.DataType;
import plaza.favorites.favorite.Favorite;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.favorite.Note;
import plaza.favorites.favorite.StoredFavorite;
import plaza.favorites.favorite.Title;
import plaza.favorites.id.DataId;
import plaza.favorites.job.FavoritesWork;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.quota.Quotas;
import plaza.functions.Catalogue;
import plaza.id.UserId;
import plaza.job.Job;
import plaza.job.Progress;
import plaza.job.Texts;
import plaza.local.emulator.Emulator;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.PlatformKeys;
import plaza.table.Table;
import plaza.table.Write;
import plaza.testkit.InterceptedTable;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;
import plaza.testkit.Works;
import plaza.testkit.capacity.KeyCapacity;
import plaza.testkit.capacity.VirtualTime;

/// Imports of large files into a table whose partition keys have limited capacity.
class LargeImportTest {
    private final VirtualTime time = new VirtualTime();
    private final Emulator emulator = Emulator.inMemory();
    private final KeyCapacity capacity = new KeyCapacity(emulator.client(), time);
    private final TestBed bed = new TestBed(emulator, functions -> functions);

    @AfterEach
    void stop() {
        bed.close();
    }

    @Deep
    @Test
    void importOfFiveMebibytesIsAcceptedWithoutThrottling() {
        var file = file(ImportBookmarks.FILE_BYTES_MAX);
        var limited =
                new DynamoDbTable(emulator.client(List.of(capacity)), Emulator.TABLE, time.retry());
        var imported =
                time.measure(() ->
                        request(file)
                                .send(
                                        "ImportBookmarks",
                                        importing(limited),
                                        // The limit is on the virtual time.
                                        Duration.ofMinutes(5)));
        assertThat(imported.result().status()).isEqualTo(202);
        assertThat(imported.result().json().path("bookmarks").asInt()).isGreaterThan(40_000);
        assertThat(chunks()).hasSizeGreaterThan(800);
        assertThat(capacity.throttled()).isZero();
        assertThat(imported.time()).isZero();
    }

    @Deep
    @Test
    void eachPartOfALargeExportCanBeImported() {
        var ann = new Owner(bed, "ann");
        var note = "\uD83D\uDCDA".repeat(4_000);
        var ids = IntStream.range(0, 360).mapToObj(number -> "d" + number).toList();
        bed.table()
                .writeAll(
                        ids.stream()
                                .map(id -> favorite(ann.id(), DataId.of(id), note))
                                .<Write>map(Write.Put::of)
                                .toList());
        var first = ann.call().send("ExportBookmarks");
        assertThat(first.header("content-disposition")).endsWith("bookmarks-1.html");
        var link = first.header("link");
        var cursor = link.substring(link.indexOf("cursor=") + 7, link.indexOf('>'));
        var second = ann.call().query("cursor", cursor).send("ExportBookmarks");
        assertThat(second.header("content-disposition")).endsWith("bookmarks-2.html");

        var ben = new Owner(bed, "ben");
        for (var part : List.of(first, second)) {
            var imported =
                    ben.call()
                            .header("content-type", "text/html")
                            .body(part.json().asText())
                            .send("ImportBookmarks");
            assertThat(imported.status()).isEqualTo(202);
            bed.drain();
        }
        assertThat(Owner.column(ben.call().all("ListFavorites", 100), "dataId"))
                .containsExactlyInAnyOrderElementsOf(ids);
    }

    private static Item favorite(UserId user, DataId id, String note) {
        return FavoriteItems.favorite(
                user,
                StoredFavorite.clipped(
                        new Favorite(
                                id,
                                DataType.LINK,
                                Title.parse("title"),
                                null,
                                null,
                                null,
                                Note.parse(note),
                                Instant.EPOCH)));
    }

    @Test
    void repeatedImportWritesOnlyTheMissingChunks() {
        var file = file(25_000);
        var crashing = InterceptedTable.crashingAfter(2, bed.table());
        try {
            request(file).send("ImportBookmarks", importing(crashing));
            throw new AssertionError("the import did not crash");
        } catch (InterceptedTable.Crash _) {
            assertThat(chunks()).hasSize(2);
        }
        var written = new ArrayList<Key>(chunks());
        bed.clock().advance(Duration.ofMinutes(1));
        var observed = new InterceptedTable(bed.table(), write -> written.addAll(chunk(write)));
        assertThat(request(file).send("ImportBookmarks", importing(observed)).status())
                .isEqualTo(202);
        assertThat(written).doesNotHaveDuplicates().hasSizeGreaterThan(3);
        assertThat(new HashSet<>(written)).isEqualTo(new HashSet<>(chunks()));

        bed.drain();
        bed.clock().advance(Duration.ofDays(6));
        var chunkCount = written.size();
        assertThat(request(file).send("ImportBookmarks", importing(observed)).status())
                .isEqualTo(202);
        assertThat(written).hasSize(chunkCount);
    }

    @Test
    void chunksThatExpireSoonAreWrittenAgain() {
        var file = file(1_000);
        assertThat(request(file).send("ImportBookmarks").status()).isEqualTo(202);
        bed.drain();
        bed.clock().advance(Duration.ofDays(8));
        var written = new ArrayList<Key>();
        var observed = new InterceptedTable(bed.table(), write -> written.addAll(chunk(write)));
        assertThat(request(file).send("ImportBookmarks", importing(observed)).status())
                .isEqualTo(202);
        assertThat(written).hasSize(1);
    }

    @Deep
    @Test
    void tenThousandTaggedBookmarksAreFoundWithinAMinute() {
        var count = 10_000;
        var file = taggedFile(count);
        assertThat(request(file).send("ImportBookmarks").status()).isEqualTo(202);
        var limited =
                new DynamoDbTable(emulator.client(List.of(capacity)), Emulator.TABLE, time.retry());
        var job = new ImportJob(limited, bed.clock(), Quotas.STANDARD);
        var imported = time.measure(() -> saved(job));
        assertThat(imported.time())
                .isBetween(
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(60).multipliedBy(count).dividedBy(10_000));
        // Two slices of each chunk, and one for the folders. The stream starts each of them.
        assertThat(imported.result()).isEqualTo(2 * count / ImportChunks.BOOKMARKS_MAX + 1);
        System.out.println(count + " bookmarks in " + imported.time());
        var ann = new Owner(bed, "ann");
        assertThat(ann.found("number 000007")).hasSize(1);
        assertThat(ann.call().query("q", "typical").all("SearchFavorites", 100)).hasSize(count);
    }

    /// Runs all slices of the only import.
    ///
    /// @return the number of slices
    private int saved(ImportJob job) {
        var work =
                bed.everything().values().stream()
                        .filter(item ->
                                Catalogue.ALL.keySpace().familyOf(item.key().pk())
                                        == PlatformKeys.JOBS)
                        .map(item -> (FavoritesWork.ImportBookmarks) Works.of(Job.from(item)))
                        .findFirst()
                        .orElseThrow();
        List<String> cursor = List.of();
        for (var slices = 1; ; slices++) {
            switch (job.save(work, new Texts(cursor))) {
                case Progress.Finished() -> {
                    return slices;
                }
                case Progress.More(var next) -> cursor = next;
            }
        }
    }

    private ImportBookmarks importing(Table table) {
        return new ImportBookmarks(bed.services(table), Quotas.STANDARD);
    }

    private TestRequest request(String file) {
        return new Owner(bed, "ann").call().header("content-type", "text/html").body(file);
    }

    private List<Key> chunks() {
        return bed.everything().keySet().stream().filter(LargeImportTest::isChunk).toList();
    }

    private static List<Key> chunk(Write write) {
        return isChunk(write.key()) ? List.of(write.key()) : List.of();
    }

    private static boolean isChunk(Key key) {
        return Catalogue.ALL.keySpace().familyOf(key.pk()) == FavoritesKeys.IMPORT_CHUNKS;
    }

    /// A file of bookmarks in a folder.
    private static String taggedFile(int count) {
        var file =
                new StringBuilder(
                        "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n<DT><H3>Reading</H3>\n<DL><p>\n");
        for (var number = 0; number < count; number++) {
            file.append(bookmark(number));
        }
        return file.append("</DL><p>\n</DL><p>\n").toString();
    }

    private static String bookmark(int number) {
        return "<DT><A HREF=\"https://example.com/pages/%06d.html\">The title of bookmark number %06d, which is typical</A>\n"
                .formatted(number, number);
    }

    /// A file of bookmarks without dates that is as large as possible.
    private static String file(int bytesMax) {
        var file = new StringBuilder("<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n");
        var end = "</DL><p>\n";
        for (var number = 0; ; number++) {
            var bookmark = bookmark(number);
            if (file.length() + bookmark.length() + end.length() > bytesMax) {
                break;
            }
            file.append(bookmark);
        }
        file.append(end);
        assertThat(file.toString().getBytes(StandardCharsets.UTF_8).length)
                .isLessThanOrEqualTo(bytesMax);
        return file.toString();
    }
}
