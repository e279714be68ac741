package plaza.favorites.bookmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import plaza.favorites.id.FolderId;
import plaza.id.UserId;

/// The division of an import into chunks, without a table.
class ImportChunksTest {
    @Test
    void chunkHasALimitedNumberOfEntries() {
        assertThat(sizes(2 * ImportChunks.BOOKMARKS_MAX + 1, 1))
                .containsExactly(ImportChunks.BOOKMARKS_MAX, ImportChunks.BOOKMARKS_MAX, 1);
    }

    @Test
    void chunkHasALimitedNumberOfBytes() {
        assertThat(sizes(5, ImportChunks.BYTES_MAX * 2 / 5)).containsExactly(2, 2, 1);
    }

    @Test
    void entryThatExceedsTheBytesHasAChunkOfItsOwn() {
        assertThat(sizes(2, ImportChunks.BYTES_MAX + 1)).containsExactly(1, 1);
    }

    /// The sizes of the chunks of equal folders.
    private static List<Integer> sizes(int count, int nameLength) {
        var folder =
                new Folder(
                        FolderId.of("f"),
                        FolderId.of("p"),
                        0,
                        "x".repeat(nameLength),
                        null,
                        null,
                        null,
                        List.of());
        var folders = IntStream.range(0, count).mapToObj(_ -> folder).toList();
        var chunks = ImportChunks.of(UserId.of("ann"), List.of(), folders, Instant.EPOCH);
        return chunks.texts().stream().map(List::size).toList();
    }
}
