package plaza.local.emulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.catalogue.TokenRules;
import plaza.local.backend.Backend;
import plaza.local.storage.StartupFailure;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

final class DataFolderTest {
    @TempDir private Path temporary;

    @Test
    void aFolderWithOtherFilesIsRejectedAndUnchanged() throws IOException {
        for (var name : List.of("a.txt", "b.txt", "c.txt", "d.txt", "e.txt")) {
            Files.writeString(temporary.resolve(name), "");
        }
        assertRejected(
                temporary,
                "plaza.data: the folder %s holds files that are not Plaza's (a.txt, b.txt, c.txt and 2 more). Choose an empty or a new folder."
                        .formatted(temporary));
        assertThat(temporary).isDirectoryNotContaining("glob:**in-use.lock");
    }

    @Test
    void aFolderThatPlazaUsedIsAccepted() throws IOException {
        var folder = temporary.resolve("data");
        try (var emulator = Emulator.in(folder);
                var runner =
                        Backend.open(
                                temporary.resolve("other"),
                                null,
                                List.of(),
                                TokenRules.COGNITO,
                                f -> f)) {
            assertThat(emulator.streamArn()).isNotEmpty();
            runner.streams().close();
        }
        for (var used : List.of(folder, temporary.resolve("other"))) {
            // files that a kill leaves
            Files.writeString(used.resolve("token-key.json.draft"), "{\"half");
            Files.writeString(used.resolve("expired.draft"), "");
            DataFolder.open(used).close();
        }
    }

    @Test
    void aFileOrAFolderThatCannotBeCreatedIsRejected() throws IOException {
        var file = Files.writeString(temporary.resolve("file"), "");
        assertRejected(
                file,
                "plaza.data: %s is not a folder. Choose an empty or a new folder.".formatted(file));
        var below = file.resolve("below");
        assertRejected(
                below,
                "plaza.data: the folder %s cannot be written (Not a directory). Choose another folder."
                        .formatted(below));
    }

    @Test
    void aFolderThatCannotBeWrittenIsRejected() throws IOException {
        // instead of missing permissions, which do not apply to a test that runs as root
        Files.createDirectory(temporary.resolve("in-use.lock"));
        assertRejected(
                temporary,
                "plaza.data: the folder %s cannot be written (Is a directory). Choose another folder."
                        .formatted(temporary));
    }

    @Test
    void aFileThatIsNotADatabaseIsRejected() throws IOException {
        var database = temporary.resolve("shared-local-instance.db");
        Files.writeString(database, "not a database, but quite a lot of text ".repeat(100));
        assertCorrupted(database);
    }

    @Test
    void aTruncatedDatabaseIsRejected() throws IOException {
        var database = database();
        var content = Files.readAllBytes(database);
        try (var channel = FileChannel.open(database, StandardOpenOption.WRITE)) {
            channel.truncate(content.length / 2);
        }
        assertThat(Files.readAllBytes(database))
                .startsWith("SQLite format 3".getBytes(StandardCharsets.US_ASCII));
        assertCorrupted(database);
    }

    @Test
    void aDatabaseWithACorruptedPageIsRejected() throws IOException {
        var database = database();
        var content = Files.readAllBytes(database);
        Arrays.fill(content, content.length / 2, content.length - 1, (byte) 0x5A);
        Files.write(database, content);
        assertCorrupted(database);
    }

    @Test
    void aFileInPlaceOfAFolderIsRejected() throws IOException {
        for (var name : List.of("checkpoints", "failures")) {
            var file = Files.writeString(temporary.resolve(name), "");
            assertRejected(
                    temporary,
                    "plaza.data: %s must be a folder. Restore the data folder from a copy, or choose another folder."
                            .formatted(file));
            Files.delete(file);
        }
    }

    @Test
    void anEmptyDatabaseIsRejectedUnlessItWasNeverUsed() throws IOException {
        Files.writeString(temporary.resolve("shared-local-instance.db"), "");
        // as after a kill during the first start
        Emulator.in(temporary).close();
        var database = Files.writeString(temporary.resolve("shared-local-instance.db"), "");
        Files.writeString(temporary.resolve("token-key.json"), "{}");
        assertThatThrownBy(() -> Emulator.in(temporary))
                .isInstanceOf(StartupFailure.class)
                .hasMessageStartingWith(
                        "plaza.data: the database file " + database + " is empty. ");
    }

    private Path database() {
        try (var emulator = Emulator.in(temporary)) {
            for (var item = 0; item < 20; item++) {
                var id = AttributeValue.fromS("i" + item);
                var text = AttributeValue.fromS("x".repeat(2_000));
                emulator.client()
                        .putItem(p ->
                                p.tableName(Emulator.TABLE)
                                        .item(Map.of("pk", id, "sk", id, "text", text)));
            }
        }
        return temporary.resolve("shared-local-instance.db");
    }

    private void assertCorrupted(Path database) {
        for (var start = 0; start < 2; start++) {
            // twice, because the first failure must release the lock
            assertThatThrownBy(() -> Emulator.in(temporary))
                    .isInstanceOf(StartupFailure.class)
                    .hasMessageStartingWith(
                            "plaza.data: the database file " + database + " is corrupted. ")
                    .hasMessageEndingWith(
                            "Restore the folder from a copy, or move it away to start with an empty table.");
        }
    }

    private static void assertRejected(Path folder, String message) {
        assertThatThrownBy(() -> DataFolder.open(folder))
                .isInstanceOf(StartupFailure.class)
                .hasMessage(message);
    }
}
