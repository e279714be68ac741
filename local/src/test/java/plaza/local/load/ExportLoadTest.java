package plaza.local.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import plaza.functions.Catalogue;
import plaza.local.context.LocalParts;
import plaza.local.storage.StartupFailure;
import plaza.testkit.TestBed;

/// The files that are not loaded. `LoadedExportTest` compares the responses after a load.
class ExportLoadTest {
    private static final String USER = "{\"kind\":\"user\",\"userId\":\"ann\"}\n";
    private static final String MUTE =
            "{\"kind\":\"mute\",\"userId\":\"ben\",\"mutedAt\":\"2026-01-31T09:05:00.000Z\"}\n";

    private static final TestBed bed = new TestBed();

    @TempDir Path folder;

    @BeforeEach
    void clear() {
        bed.clear();
    }

    @AfterAll
    static void close() {
        bed.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{                                            | must be a JSON object.",
                "[]                                           | must be a JSON object.",
                "{'kind':'mute','kind':'mute'}                | must be a JSON object.",
                "{'kind':'mute'} {}                           | must be a JSON object.",
                "{}                                           | has the kind ``, which no context",
                "{'kind':'boat'}                              | has the kind `boat`, which no context",
                "{'kind':'user','userId':'ben'}               | begins a second export.",
                "{'kind':'mute','mutedAt':'2026-01-31T09:05:00.000Z'} | lacks the property `userId`.",
                "{'kind':'mute','userId':7}                   | has the property `userId`, which must be a string.",
                "{'kind':'mute','userId':'a b'}               | has the property `userId`, which must be 1 to 64",
                "{'kind':'mute','userId':'ben','mutedAt':'now'} | has the property `mutedAt`, which must be",
                "{'kind':'mute','userId':'ben','mutedAt':'2026-01-31T09:05:00.000Z','x':1} | has the unknown property `x`.",
                "{'kind':'mute','userId':'ben','mutedAt':'2026-01-31T09:05:00.000Z'} | repeats another line.",
                "{'kind':'following','userId':'ann','followedAt':'2026-01-31T09:05:00.000Z'} | is not as an export has it",
                "{'kind':'post','userId':'ann','postId':'p1','content':'Fog.','timestamp':'2026-01-31T09:05:00.000Z','version':1,'counts':{'likeCount':-1}} | has the property `counts.likeCount`, which must be an integer from 0",
                "{'kind':'favorite','dataId':'d1','dataType':'link','title':'Sea','clipTime':'2026-01-31T09:05:00.000Z','tags':[{'tagId':'t1'}],'folderIds':[],'folderOrders':[]} | lacks the property `tags[].tagName`.",
                "{'kind':'favorite','dataId':'d1','dataType':'link','title':'Sea','clipTime':'2026-01-31T09:05:00.000Z','tags':[{'tagId':'t1','tagName':'Sea'}],'folderIds':[],'folderOrders':[]} | must follow the lines of its tags.",
                "{'kind':'favorite','dataId':'d1','dataType':'link','title':'Sea','clipTime':'2026-01-31T09:05:00.000Z','folderIds':['f1'],'folderOrders':[]} | must have as many folderOrders as folderIds."
            })
    void theFirstLineThatIsNotOfAnExportIsNamed(String line, String reason) {
        assertRejected(
                USER + MUTE + line.replace('\'', '"') + "\n{", "plaza.load: line 3 " + reason);
    }

    @Test
    void theFirstLineNamesTheUser() {
        assertRejected(MUTE + USER, "plaza.load: line 1 must be the first one of an export");
        assertRejected("", "plaza.load: the file is empty.");
        assertRejected("\n", "plaza.load: the file is empty.");
    }

    @Test
    void aFileThatCannotBeReadAsTextIsRejected() throws IOException {
        assertThatThrownBy(() -> load(folder.resolve("missing")))
                .isInstanceOf(StartupFailure.class)
                .hasMessageStartingWith("plaza.load: the file cannot be read");
        var utf16 = Files.write(folder.resolve("utf16"), USER.getBytes(StandardCharsets.UTF_16));
        assertThatThrownBy(() -> load(utf16)).hasMessage("plaza.load: the file is not UTF-8.");
    }

    @Test
    void aTableWithItemsIsRejected() throws IOException {
        bed.user("ben");
        var before = bed.everything();
        assertRejected(USER + MUTE, "plaza.load: the data folder has data");
        assertThat(bed.everything()).isEqualTo(before);
    }

    @Test
    void linesMayEndAsOnWindowsAndTheLastOneMayNotEnd() throws IOException {
        load(file(USER + MUTE));
        var loaded = bed.everything();
        assertThat(loaded).hasSize(2);
        bed.clear();
        load(file((USER + MUTE + "\n").replace("\n", "\r\n")));
        assertThat(bed.everything()).isEqualTo(loaded);
        bed.clear();
        load(file((USER + MUTE).stripTrailing()));
        assertThat(bed.everything()).isEqualTo(loaded);
    }

    @Test
    void theResultIsReported() throws IOException {
        assertThat(load(file(USER + MUTE)))
                .matches("loaded the export of ann: 2 lines in \\d+\\.\\d s");
    }

    private void assertRejected(String lines, String message) {
        assertThatThrownBy(() -> load(file(lines)))
                .isInstanceOf(StartupFailure.class)
                .hasMessageStartingWith(message);
    }

    private Path file(String lines) throws IOException {
        return Files.writeString(folder.resolve("export.ndjson"), lines);
    }

    private static String load(Path file) {
        var progress = new ArrayList<String>();
        var load =
                new ExportLoad(file, Catalogue.ALL, LocalParts.registered(), bed.clock().instant());
        load.check(bed.emulator(), _ -> {});
        load.write(bed.table()::writeAll, progress::add);
        return String.join("\n", progress);
    }
}
