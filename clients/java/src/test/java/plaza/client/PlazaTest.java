package plaza.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import plaza.catalogue.TokenRules;
import plaza.client.api.FavoritesApi.APISearchFavoritesRequest;
import plaza.client.api.SocialApi.APICreatePostRequest;
import plaza.client.api.SocialApi.APIGetFollowerListByUserIdRequest;
import plaza.client.api.SocialApi.APIGetPostRequest;
import plaza.client.api.SocialApi.APIGetTimelineByUserIdRequest;
import plaza.client.model.ClipFavoriteBody;
import plaza.client.model.CreatePostBody;
import plaza.client.model.ExpandedFollow;
import plaza.client.model.ExpandedFollowPage;
import plaza.client.model.ExpandedPostPage;
import plaza.client.model.PutUserInfoBody;
import plaza.local.Runner;

/// The client against the running system.
class PlazaTest {
    private static final AtomicInteger USERS = new AtomicInteger();

    private static Runner runner;

    @BeforeAll
    static void start() throws IOException {
        runner =
                Runner.start(
                        new Runner.Settings(0, null, null, TokenRules.COGNITO, List.of()),
                        functions -> functions);
    }

    @AfterAll
    static void stop() {
        runner.close();
    }

    /// A user who exists in one test only.
    private record User(String id, Plaza plaza) {
        static User named(String name) throws Exception {
            var id = name.toLowerCase(Locale.ROOT) + '-' + USERS.incrementAndGet();
            var token = token(id);
            var plaza = Plaza.connect(runner.address().toString(), () -> token);
            plaza.social().putUserInfo(id, new PutUserInfoBody().name(name));
            return new User(id, plaza);
        }
    }

    private static String token(String user) throws Exception {
        try (var client = HttpClient.newHttpClient()) {
            return client.send(
                            HttpRequest.newBuilder(
                                            URI.create(runner.address() + "/dev/token/" + user))
                                    .header("accept", "text/plain")
                                    .build(),
                            HttpResponse.BodyHandlers.ofString())
                    .body()
                    .strip();
        }
    }

    @Test
    void theFirstRequestsOfTheReadme() throws Exception {
        var ann = User.named("Ann");
        var ben = User.named("Ben");

        var follow = ann.plaza.social().followUser(ann.id, ben.id);
        var post = post(ben, "Fog over the harbour.");
        ann.plaza.social().likePost(post, ann.id);

        var timeline = timeline(ann, post);
        assertThat(follow.getFollowedAt())
                .isBeforeOrEqualTo(timeline.getItems().getFirst().getTimestamp());
        var shown = timeline.getItems().getFirst();
        assertThat(shown.getContent()).isEqualTo("Fog over the harbour.");
        assertThat(shown.getAuthor().getName()).isEqualTo("Ben");
        assertThat(shown.getMine().getLiked()).isTrue();
        assertThat(shown.getImageUrl()).isNull();
    }

    private static String post(User author, String content) {
        return Plaza.retrying(key ->
                        author.plaza
                                .social()
                                .createPost(
                                        APICreatePostRequest.newBuilder()
                                                .userId(author.id)
                                                .createPostBody(
                                                        new CreatePostBody().content(content))
                                                .idempotencyKey(key)
                                                .build()))
                .getPostId();
    }

    /// Reads until the stream functions have delivered the post.
    private static ExpandedPostPage timeline(User reader, String postId) throws ApiException {
        var end = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (true) {
            var page =
                    reader.plaza
                            .social()
                            .getTimelineByUserId(
                                    APIGetTimelineByUserIdRequest.newBuilder()
                                            .userId(reader.id)
                                            .expand(List.of("author", "counts", "mine"))
                                            .build());
            if (page.getItems().stream().anyMatch(post -> post.getPostId().equals(postId))) {
                return page;
            }
            assertThat(System.nanoTime()).isLessThan(end);
        }
    }

    @Test
    void aFavoriteIsFoundByTheBeginningOfAWord() throws Exception {
        var ann = User.named("Ann");
        ann.plaza
                .favorites()
                .clipFavorite(
                        ann.id,
                        "tides",
                        new ClipFavoriteBody()
                                .dataType(ClipFavoriteBody.DataTypeEnum.LINK)
                                .title("Tide tables")
                                .contentUrl(URI.create("https://tides.example/")));

        var found =
                ann.plaza
                        .favorites()
                        .searchFavorites(
                                APISearchFavoritesRequest.newBuilder()
                                        .userId(ann.id)
                                        .q("tab")
                                        .build());

        assertThat(found.getItems()).hasSize(1);
        assertThat(found.getItems().getFirst().getContentUrl())
                .isEqualTo(URI.create("https://tides.example/"));
    }

    @Test
    void pagesReturnsEachItemOnceAndReadsNoFurtherThanNeeded() throws Exception {
        var ann = User.named("Ann");
        var followers = new CopyOnWriteArrayList<String>();
        for (var name : List.of("Ben", "Cai", "Dee")) {
            var user = User.named(name);
            user.plaza.social().followUser(user.id, ann.id);
            followers.add(user.id);
        }
        var requests = new AtomicInteger();
        Plaza.Call<String, ExpandedFollowPage> list =
                cursor -> {
                    requests.incrementAndGet();
                    return ann.plaza
                            .social()
                            .getFollowerListByUserId(
                                    APIGetFollowerListByUserIdRequest.newBuilder()
                                            .userId(ann.id)
                                            .limit(1)
                                            .cursor(cursor)
                                            .build());
                };

        assertThat(
                        Plaza.pages(
                                        list,
                                        ExpandedFollowPage::getItems,
                                        ExpandedFollowPage::getNextCursor)
                                .map(ExpandedFollow::getUserId))
                .containsExactlyInAnyOrderElementsOf(followers);
        assertThat(requests).hasValue(3);

        requests.set(0);
        assertThat(
                        Plaza.pages(
                                        list,
                                        ExpandedFollowPage::getItems,
                                        ExpandedFollowPage::getNextCursor)
                                .findFirst())
                .isPresent();
        assertThat(requests).hasValue(1);
    }

    @Test
    void aRejectedCallHasTheProblem() throws Exception {
        var ann = User.named("Ann");
        var deleted = post(ann, "Fog.");
        ann.plaza.social().deletePost(ann.id, deleted);
        var unknown = APIGetPostRequest.newBuilder().userId(ann.id).postId(deleted).build();

        assertThatExceptionOfType(PlazaException.class)
                .isThrownBy(() -> Plaza.retrying(_ -> ann.plaza.social().getPost(unknown)))
                .satisfies(exception -> {
                    assertThat(exception.status()).isEqualTo(404);
                    assertThat(exception.problemOrNull()).isNotNull();
                    assertThat(exception).hasMessage(exception.problemOrNull().getDetail());
                });
    }

    @Test
    void aCallIsRepeatedWithTheSameKeyAfter503() throws Exception {
        var keys = new CopyOnWriteArrayList<String>();
        var server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    try (exchange) {
                        keys.add(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
                        exchange.getRequestBody().readAllBytes();
                        if (keys.size() < 3) {
                            exchange.getResponseHeaders().add("retry-after", "0");
                            exchange.sendResponseHeaders(503, -1);
                            return;
                        }
                        var body =
                                "{\"userId\":\"ann\",\"postId\":\"1\",\"content\":\"x\",\"isNew\":true}"
                                        .getBytes(UTF_8);
                        exchange.sendResponseHeaders(201, body.length);
                        exchange.getResponseBody().write(body);
                    }
                });
        server.start();
        try {
            var plaza =
                    Plaza.connect(
                            "http://127.0.0.1:" + server.getAddress().getPort(), () -> "token");

            var post = post(new User("ann", plaza), "x");

            assertThat(post).isEqualTo("1");
            assertThat(keys).hasSize(3);
            assertThat(keys.getFirst()).hasSize(36);
            assertThat(IntStream.range(0, 3).mapToObj(keys::get).distinct()).hasSize(1);
        } finally {
            server.stop(0);
        }
    }
}
