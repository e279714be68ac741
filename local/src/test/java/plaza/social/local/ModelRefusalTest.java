package plaza.social.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.functions.Catalogue;
import plaza.http.ProblemException;
import plaza.local.backend.Backend;
import plaza.local.context.LocalParts;
import plaza.local.emulator.Emulator;
import plaza.local.load.ModelImport;

/// Tests of files that are not models of the social network: they are rejected with the path of the
/// error, and nothing is written.
final class ModelRefusalTest {
    @AutoClose
    private static final Backend backend = Backend.inMemory(Catalogue.ALL.httpFunctions());

    static Stream<Arguments> badFiles() {
        return Stream.of(
                bad("not json", "line 1, column 1", "must be JSON"),
                bad("", "file", "must be a JSON object"),
                bad("[]", "file", "must be a JSON object"),
                bad("{\"DataModel\": 1, \"DataModel\": 2}", "line 1, column 29", "must be JSON"),
                bad("{}", "DataModel", "must be an array of tables"),
                bad("{\"DataModel\": []}", "DataModel", "must be an array of tables"),
                bad(
                        "{\"DataModel\": [{\"TableData\": []}]}",
                        "DataModel[0].KeyAttributes",
                        "must name the partition key"),
                row(
                        "",
                        "DataModel",
                        "must have a table with the keys of the social network schema, such as"
                                + " u#<userId>"),
                row(
                        "{\"PK\": {\"S\": \"Music\"}, \"SK\": {\"S\": \"1\"}}",
                        "DataModel",
                        "must have a table with the keys of the social network schema, such as"
                                + " u#<userId>"),
                row("7", "DataModel[1].TableData[1]", "must be an object"),
                row("{\"PK\": {\"S\": \"u#x\"}}", "DataModel[1].TableData[1].SK", "is required"),
                row(
                        "{\"PK\": {\"N\": \"1\"}, \"SK\": {\"S\": \"info\"}}",
                        "DataModel[1].TableData[1].PK",
                        "must be of the type S"),
                row(
                        "{\"PK\": {\"S\": \"u#a b\"}, \"SK\": {\"S\": \"info\"}, \"name\": {\"S\":"
                                + " \"x\"}}",
                        "DataModel[1].TableData[1].key",
                        "must be 1 to 64 characters of A-Z, a-z, 0-9, _ and -"),
                row(
                        "{\"PK\": {\"S\": \"u#a#b#follower\"}, \"SK\": {\"S\": \"u#c\"}}",
                        "DataModel[1].TableData[1].key",
                        "must be 1 to 64 characters of A-Z, a-z, 0-9, _ and -"),
                row(
                        "{\"PK\": {\"S\": \"u#a#follower\"}, \"SK\": {\"S\": \"c\"}}",
                        "DataModel[1].TableData[1].sort key",
                        "must be u#<userId>"),
                row(
                        "{\"PK\": {\"S\": \"u#a\"}, \"SK\": {\"S\": \"info\"}}",
                        "DataModel[1].TableData[1].name",
                        "is required"),
                row(
                        "{\"PK\": {\"S\": \"u#a\"}, \"SK\": {\"S\": \"info\"}, \"name\": {\"S\":"
                                + " \"\u3164\"}}",
                        "DataModel[1].TableData[1].name",
                        "must contain a visible character"),
                row(
                        "{\"PK\": {\"S\": \"u#a\"}, \"SK\": {\"S\": \"count\"}, \"follower#\":"
                                + " {\"N\": \"1e3\"}}",
                        "DataModel[1].TableData[1].follower#",
                        "must be a whole number from 0 to 9223372036854775807"),
                row(
                        "{\"PK\": {\"S\": \"u#a\"}, \"SK\": {\"S\": \"count\"}, \"post#\": {\"N\":"
                                + " \"9223372036854775808\"}}",
                        "DataModel[1].TableData[1].post#",
                        "must be a whole number from 0 to 9223372036854775807"),
                row(
                        "{\"PK\": {\"S\": \"p#x#likecount\"}, \"SK\": {\"S\": \"count\"}, \"etc\":"
                                + " {\"S\": \"many\"}}",
                        "DataModel[1].TableData[1].etc",
                        "must be a whole number from 0 to 9223372036854775807"),
                row(
                        "{\"PK\": {\"S\": \"u#a#post\"}, \"SK\": {\"S\": \"p#1\"}, \"content\":"
                                + " {\"S\": \"c\"}, \"timestamp\": {\"S\": \"yesterday\"}}",
                        "DataModel[1].TableData[1].timestamp",
                        "must be a whole number from 0 to 9223372036854775807"),
                row(
                        "{\"PK\": {\"S\": \"u#a#post\"}, \"SK\": {\"S\": \"p#1\"}, \"content\":"
                                + " {\"S\": \"c\"}, \"timestamp\": {\"N\": \"9999999999999\"}}",
                        "DataModel[1].TableData[1].timestamp",
                        "must be a time in epoch seconds"),
                row(
                        "{\"PK\": {\"S\": \"u#a#post\"}, \"SK\": {\"S\": \"p#1\"}, \"content\":"
                                + " {\"S\": \"c\"}, \"timestamp\": {\"S\": \"1\"}, \"imageUrl\":"
                                + " {\"S\": \"javascript:x\"}}",
                        "DataModel[1].TableData[1].imageUrl",
                        "must be an absolute http, https or s3 URL"),
                row(
                        "{\"PK\": {\"S\": \"u#a#timeline\"}, \"SK\": {\"S\": \"p#1#u#b\"}}",
                        "DataModel[1].TableData[1].ttl",
                        "is required"),
                row(
                        "{\"PK\": {\"S\": \"u#a#timeline\"}, \"SK\": {\"S\": \"p#1\"}, \"ttl\":"
                                + " {\"N\": \"1\"}}",
                        "DataModel[1].TableData[1].sort key",
                        "must be p#<postId>#u#<authorId>"),
                row(
                        "{\"PK\": {\"S\": \"u#good#follower\"}, \"SK\": {\"S\": \"u#c\"}}",
                        "DataModel[1].TableData[1].key",
                        "must not be repeated"));
    }

    private static Arguments bad(String file, String path, String rule) {
        return Arguments.of(file.getBytes(StandardCharsets.UTF_8), path, rule);
    }

    /// A file with a valid row and a bad row, or without any row.
    private static Arguments row(String row, String path, String rule) {
        var good = "{\"PK\": {\"S\": \"u#good#follower\"}, \"SK\": {\"S\": \"u#c\"}},";
        var isAlone = path.equals("DataModel");
        return Arguments.of(ModelImportTest.model(isAlone ? row : good + row), path, rule);
    }

    @ParameterizedTest
    @MethodSource("badFiles")
    void anInvalidFileIsRejectedAndNothingIsWritten(byte[] file, String path, String rule) {
        assertThatThrownBy(() ->
                        new ModelImport(
                                        backend.table(),
                                        backend.clock(),
                                        Catalogue.ALL,
                                        LocalParts.registered(),
                                        Runnable::run)
                                .load(file))
                .isInstanceOfSatisfying(
                        ProblemException.class,
                        rejected -> {
                            assertThat(rejected.problem().kind().status()).isEqualTo(400);
                            assertThat(rejected.problem().errors().getFirst().field())
                                    .isEqualTo(path);
                            assertThat(rejected.problem().errors().getFirst().detail())
                                    .isEqualTo(rule);
                        });
        var items = backend.emulator().client().scan(s -> s.tableName(Emulator.TABLE)).items();
        assertThat(items).isEmpty();
    }
}
