package plaza.social.leaving;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import plaza.context.Declarations;
import plaza.leaving.ExportedKind;
import plaza.testkit.SampleEvents;
import plaza.testkit.TestBed;

/// The export of a user, over the contexts on the class path.
class ExportUserTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern NEXT = Pattern.compile("cursor=([^>&]+)");

    private static final TestBed bed = new TestBed();

    @BeforeAll
    static void prepare() {
        SampleEvents.prepareAll(bed);
        bed.drain();
    }

    @AfterAll
    static void close() {
        bed.close();
    }

    @Test
    void anExportHasEveryKindInTheOrderOfTheContexts() {
        var kinds = kinds(export("alice", 100));
        var declared = List.copyOf(Declarations.registered().exports().shapes().keySet());
        assertThat(declared).containsSubsequence(kinds.stream().distinct().toList());
        assertThat(kinds)
                .contains("profile", "following", "follower", "followRequest", "block", "mute")
                .contains("post", "like");
    }

    @Test
    void linesAreTheObjectsOfTheApi() {
        assertThat(of("profile", "alice"))
                .containsExactly(
                        bed.as("alice").at("userId", "alice").send("GetUserInfoByUserId").json());
        assertSame("following", "GetFollowingListByUserId");
        assertSame("follower", "GetFollowerListByUserId");
        assertSame("followRequest", "ListFollowRequests");
        assertSame("block", "ListBlocks");
        assertSame("mute", "ListMutes");
        assertThat(of("post", "alice").stream().map(post -> without(post, "version")))
                .containsExactlyInAnyOrderElementsOf(
                        bed.as("alice")
                                .at("userId", "alice")
                                .query("expand", "counts")
                                .all("GetPostListByUserId", 50));
    }

    private static void assertSame(String kind, String function) {
        assertThat(of(kind, "alice"))
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(
                        bed.as("alice").at("userId", "alice").all(function, 50));
    }

    private static List<JsonNode> of(String kind, String user) {
        return export(user, 100).stream()
                .filter(line -> line.path(ExportedKind.KIND).asText().equals(kind))
                .map(line -> without(line, ExportedKind.KIND))
                .toList();
    }

    private static JsonNode without(JsonNode line, String property) {
        return ((ObjectNode) line).without(property);
    }

    @Test
    void pagesOfAnySizeHaveTheSameLines() {
        var whole = export("alice", 100);
        assertThat(whole).hasSizeGreaterThan(10);
        for (var limit : List.of(1, 2, 3, whole.size() - 1, whole.size())) {
            assertThat(export("alice", limit)).as("limit %d", limit).isEqualTo(whole);
        }
    }

    @Test
    void anExportOfAUserAboutWhomNothingIsStoredHasTheFirstLineOnly() {
        var response = bed.as("zoe").at("userId", "zoe").send("ExportUser").orFail();
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.header("content-type")).isEqualTo("application/x-ndjson");
        assertThat(response.headers()).doesNotContainKey("link");
        assertThat(response.json().asText()).isEqualTo("{\"kind\":\"user\",\"userId\":\"zoe\"}\n");
    }

    @Test
    void noUserExportsAnother() {
        assertThat(bed.as("bob").at("userId", "alice").send("ExportUser").status()).isEqualTo(403);
        assertThat(bed.as("root").asAdmin().at("userId", "alice").send("ExportUser").status())
                .isEqualTo(403);
    }

    @Test
    void anExportDoesNotTellWhoBlocksMutesOrReportsTheUser() {
        var before = export("dave", 100);
        bed.user("nosy");
        bed.mute("nosy", "dave");
        bed.report("nosy", "userId", "dave");
        bed.block("nosy", "dave");
        assertThat(export("dave", 100)).isEqualTo(before).isNotEmpty();
    }

    @Test
    void aSuspendedUserCanExport() {
        assertThat(kinds(export("gina", 100))).contains("profile", "post");
    }

    private static List<String> kinds(List<JsonNode> lines) {
        return lines.stream().map(line -> line.path(ExportedKind.KIND).asText()).toList();
    }

    /// All lines, in pages of a size. Every page but the last is full.
    private static List<JsonNode> export(String user, int limit) {
        var lines = new ArrayList<JsonNode>();
        @Nullable String cursor = null;
        do {
            var response =
                    bed.as(user)
                            .at("userId", user)
                            .query("limit", Integer.toString(limit))
                            .query("cursor", cursor)
                            .send("ExportUser")
                            .orFail();
            var page = response.json().asText().lines().map(ExportUserTest::json).toList();
            lines.addAll(page);
            var next = NEXT.matcher(response.headers().getOrDefault("link", ""));
            cursor = next.find() ? next.group(1) : null;
            if (cursor != null) {
                assertThat(page).hasSize(limit);
            }
            assertThat(page).isNotEmpty();
        } while (cursor != null);
        return lines;
    }

    private static JsonNode json(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException malformed) {
            throw new AssertionError(malformed);
        }
    }
}
