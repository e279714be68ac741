package plaza.local;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.Deep;
import plaza.id.UserId;
import plaza.local.demo.DemoSeed;
import plaza.local.emulator.Emulator;
import plaza.local.storage.StartupFailure;
import plaza.social.key.SocialKeys;
import plaza.testkit.About;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/// Tests of the demo's data, over HTTP with the whole running system.
final class DemoTest {
    private static final Duration TIME_MAX = Duration.ofMinutes(2);

    private static Runner runner;
    private static HttpTestClient client;
    private static String mara;

    @BeforeAll
    static void start() {
        var settings = new Properties();
        settings.setProperty("plaza.port", "0");
        settings.setProperty("plaza.demo", "true");
        runner = Local.start(Local.Settings.from(settings));
        client = new HttpTestClient(runner.address());
        mara = client.token("mara");
    }

    @AfterAll
    static void stop() {
        client.close();
        runner.close();
    }

    @Test
    void theTimelineContainsTheFollowedPeopleNewestFirst() {
        var posts = items("/users/mara/timeline?expand=author,counts,mine&limit=100");
        assertThat(posts).hasSize(30);
        assertThat(posts)
                .extracting(post -> post.path("author").path("name").asText())
                .contains("Ines Varadel", "Noor Al-Hadiyani")
                .doesNotContain("");
        assertThat(posts)
                .extracting(post -> post.path("timestamp").asText())
                .isSortedAccordingTo((one, other) -> other.compareTo(one));
        assertThat(posts).anyMatch(post -> post.path("counts").path("likeCount").asInt() > 3);
    }

    @Test
    void peopleReplyToEachOther() {
        var kiln = postOf("wren", "Kiln opens at noon");
        assertThat(kiln.path("counts").path("replyCount").asInt()).isEqualTo(3);
        var replies = items("/posts/%s/replies?expand=author,counts".formatted(id(kiln)));
        assertThat(replies)
                .extracting(reply -> reply.path("author").path("name").asText())
                .containsExactly("Otto Brennickel", "Tomas Quillane", "Noor Al-Hadiyani");
        var innermost = postOf("otto", "It was true then as well.");
        assertThat(get("/posts/%s/thread".formatted(id(innermost))).path("ancestors").valueStream())
                .extracting(DemoTest::id)
                .containsExactly(
                        id(kiln), id(replies.getFirst()), id(postOf("wren", "You said that")));
    }

    @Test
    void everyoneHasAFaceAndSomePostsHaveAPicture() {
        var keys = runner.backend().objects().keys();
        assertThat(keys).hasSize(12 + 6);
        var rainbow = postOf("dele", "Double rainbow").path("images").path(0);
        assertThat(rainbow.path("alt").asText()).startsWith("A red number 7 bus");
        var addresses =
                Stream.concat(
                        items("/users/mara/followers?expand=user").stream()
                                .map(follow -> follow.path("user").path("imageUrl")),
                        Stream.of(rainbow.path("url")));
        assertThat(addresses)
                .allSatisfy(address -> {
                    var path = URI.create(address.asText()).getPath();
                    var image = client.get(path).bytes();
                    assertThat(image.statusCode()).isEqualTo(200);
                    assertThat(image.headers().firstValue("content-type")).hasValue("image/webp");
                });
        assertThat(
                        keys.stream()
                                .map(key -> requireNonNull(runner.backend().objects().read(key)))
                                .mapToInt(bytes -> bytes.length)
                                .sum())
                .as("bytes that the jar and a start need for them")
                .isLessThan(200_000);
    }

    @Test
    void whatOthersDidLatelyIsUnread() {
        var notifications = items("/users/mara/notifications");
        assertThat(notifications)
                .filteredOn(each -> each.path("unread").asBoolean())
                .extracting(each -> each.path("kind").asText())
                .containsExactly("like", "follow", "mention");
        assertThat(notifications)
                .filteredOn(each -> !each.path("unread").asBoolean())
                .extracting(each -> each.path("kind").asText())
                .contains("reply", "like", "follow");
        assertThat(get("/users/mara/notifications/count").path("count").asInt()).isEqualTo(3);
    }

    @Test
    @About("favorites")
    void everyPersonHasFavoritesWithTags() {
        var favorites = items("/users/mara/favorites?expand=tags");
        assertThat(favorites).hasSize(8);
        assertThat(favorites).allMatch(favorite -> !favorite.path("tags").isEmpty());
        assertThat(items("/users/mara/tags"))
                .anyMatch(tag ->
                        tag.path("tagName").asText().equals("bread")
                                && tag.path("favoriteCount").asInt() == 3);
    }

    @Test
    @About("fantasy")
    void threeGameweeksAreSettledAndOneIsOpen() {
        assertThat(items("/gameweeks"))
                .extracting(week -> week.path("status").asText())
                .containsExactly("settled", "settled", "settled", "open");
        var standings = items("/leagues/village/standings?expand=gamer");
        assertThat(standings).hasSize(8);
        assertThat(standings)
                .allMatch(row ->
                        row.path("totalPoints").asInt() > 60
                                && row.path("lastRank").asInt() > 0
                                && !row.path("gamer").path("displayName").asText().isEmpty());
        assertThat(items("/leagues/quay/standings")).hasSize(5);
    }

    @Test
    @About("fantasy")
    void aSettledSheetHasElevenFootballersWithPoints() {
        var substitutions =
                IntStream.rangeClosed(1, 3)
                        .boxed()
                        .flatMap(week ->
                                Stream.of("mara", "tomas", "ines")
                                        .map(gamer -> sheet(gamer, week).path("score")))
                        .peek(score -> assertThat(score.path("players")).hasSize(15))
                        .mapToInt(score -> score.path("substitutions").size())
                        .sum();
        assertThat(substitutions).isPositive();
        assertThat(sheet("mara", 3).path("chip").asText()).isEqualTo("benchBoost");
        assertThat(sheet("mara", 4).has("points")).isFalse();
    }

    @Deep
    @Test
    void derivedValuesMatchTheirSources() {
        assertThat(client.json("POST", "/dev/reconcile", "{}").json().path("driftCount").asInt(-1))
                .isZero();
    }

    @Test
    void theClockShowsTheRealTimeAfterwards() {
        assertThat(client.get("/dev/clock").json().path("real").asBoolean()).isTrue();
    }

    @Test
    void aSecondStartAddsNothing() {
        var before = itemCount();
        assertThat(DemoSeed.load(runner.backend(), runner.streams()))
                .isEqualTo("the demo is loaded already; nothing was added");
        assertThat(itemCount()).isEqualTo(before).isPositive();
    }

    @Deep
    @Test
    void anIncompleteDemoIsRejectedAtTheNextStart(@TempDir Path folder) throws Exception {
        for (var bytes : List.of(400_000L, 1_200_000L)) {
            var data = folder.resolve("data" + bytes);
            var database = data.resolve("shared-local-instance.db");
            var process =
                    LocalTest.start(
                            folder.resolve("log"),
                            "plaza.port=0",
                            "plaza.demo=true",
                            "plaza.data=" + data);
            try {
                var end = System.nanoTime() + TIME_MAX.toNanos();
                while (database.toFile().length() < bytes) {
                    assertThat(process.isAlive()).isTrue();
                    assertThat(System.nanoTime()).isLessThan(end);
                    LockSupport.parkNanos(1_000_000);
                }
            } finally {
                process.destroyForcibly();
            }
            assertThat(process.waitFor(TIME_MAX)).isTrue();

            for (var demo : List.of("true", "false")) {
                assertThatThrownBy(() -> Local.start(settings(data, demo)).close())
                        .isInstanceOf(StartupFailure.class)
                        .hasMessageContaining("contains only a part of the demo")
                        .hasMessageContaining("Delete the folder or choose another one");
            }
        }
    }

    @Deep
    @Test
    void aCompleteDemoInAFolderIsKept(@TempDir Path folder) {
        Local.start(settings(folder, "true")).close();
        try (var again = Local.start(settings(folder, "true"))) {
            assertThat(again.backend().table().get(SocialKeys.USER_INFO.key(UserId.of("mara"))))
                    .isNotNull();
        }
    }

    private static Local.Settings settings(Path data, String demo) {
        var settings = new Properties();
        settings.setProperty("plaza.port", "0");
        settings.setProperty("plaza.data", data.toString());
        settings.setProperty("plaza.demo", demo);
        return Local.Settings.from(settings);
    }

    private static int itemCount() {
        return runner
                .backend()
                .emulator()
                .client()
                .scanPaginator(scan -> scan.tableName(Emulator.TABLE).select(Select.COUNT))
                .stream()
                .mapToInt(ScanResponse::count)
                .sum();
    }

    private static JsonNode sheet(String gamer, int gameweek) {
        return get("/gamers/%s/team-sheets/%d".formatted(gamer, gameweek));
    }

    /// The post of a person that begins so.
    private static JsonNode postOf(String person, String beginning) {
        return items("/users/%s/posts?expand=counts&limit=100".formatted(person)).stream()
                .filter(post -> post.path("content").asText().startsWith(beginning))
                .findFirst()
                .orElseThrow();
    }

    private static String id(JsonNode post) {
        return post.path("postId").asText();
    }

    private static List<JsonNode> items(String path) {
        return get(path).path("items").valueStream().toList();
    }

    private static JsonNode get(String path) {
        return client.get(path).bearing(mara).json();
    }
}
