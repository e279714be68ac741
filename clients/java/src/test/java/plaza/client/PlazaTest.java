package plaza.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import plaza.catalogue.TokenRules;
import plaza.client.api.FavoritesApi.APIListFavoritesRequest;
import plaza.client.api.FavoritesApi.APIPatchFavoriteRequest;
import plaza.client.api.FavoritesApi.APISearchFavoritesRequest;
import plaza.client.api.SocialApi.APICreatePostRequest;
import plaza.client.api.SocialApi.APIGetFollowerListByUserIdRequest;
import plaza.client.api.SocialApi.APIGetMeRequest;
import plaza.client.api.SocialApi.APIGetPostRequest;
import plaza.client.api.SocialApi.APIGetTimelineByUserIdRequest;
import plaza.client.api.SocialApi.APIPutUserInfoRequest;
import plaza.client.model.ClipFavoriteBody;
import plaza.client.model.CreatePostBody;
import plaza.client.model.CreateTagBody;
import plaza.client.model.CreateUploadBody;
import plaza.client.model.ExpandedFavorite;
import plaza.client.model.ExpandedFollow;
import plaza.client.model.ExpandedFollowPage;
import plaza.client.model.ExpandedPostPage;
import plaza.client.model.FavoriteExpansion;
import plaza.client.model.NewImage;
import plaza.client.model.PatchFavoriteBody;
import plaza.client.model.PostExpansion;
import plaza.client.model.PutUserInfoBody;
import plaza.client.model.TagReference;
import plaza.local.Runner;

/// The client against the running system.
class PlazaTest {
    private static final AtomicInteger USERS = new AtomicInteger();

    /// A GIF of one pixel.
    private static final byte[] DOT =
            Base64.getDecoder()
                    .decode("R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==");

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
            var user = new User(id, plaza);
            user.rename(name);
            return user;
        }

        void rename(String name) {
            plaza.social()
                    .putUserInfo(
                            APIPutUserInfoRequest.newBuilder()
                                    .userId(id)
                                    .putUserInfoBody(new PutUserInfoBody().name(name))
                                    .build());
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
                                            .expand(
                                                    List.of(
                                                            PostExpansion.AUTHOR,
                                                            PostExpansion.COUNTS,
                                                            PostExpansion.MINE))
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
    void nullRemovesAFieldAndAFieldThatIsNotSetRemains() throws Exception {
        var ann = User.named("Ann");
        var favorites = ann.plaza.favorites();
        favorites.createTag(ann.id, "sea", new CreateTagBody().tagName("Sea"));
        favorites.clipFavorite(
                ann.id,
                "tides",
                new ClipFavoriteBody()
                        .dataType(ClipFavoriteBody.DataTypeEnum.LINK)
                        .title("Tide tables")
                        .note("Spring tides.")
                        .contentUrl(URI.create("https://tides.example/"))
                        .tags(List.of("sea")));

        patch(ann, new PatchFavoriteBody().note(null));

        var favorite = favorite(ann);
        assertThat(favorite.getNote()).isNull();
        assertThat(favorite.getTitle()).isEqualTo("Tide tables");
        assertThat(favorite.getContentUrl()).isEqualTo(URI.create("https://tides.example/"));
        assertThat(favorite.getTags()).extracting(TagReference::getTagId).containsExactly("sea");

        patch(ann, new PatchFavoriteBody().tags(List.of()));
        assertThat(favorite(ann).getTags()).isNullOrEmpty();
    }

    private static void patch(User user, PatchFavoriteBody body) {
        user.plaza
                .favorites()
                .patchFavorite(
                        APIPatchFavoriteRequest.newBuilder()
                                .userId(user.id)
                                .dataId("tides")
                                .patchFavoriteBody(body)
                                .build());
    }

    private static ExpandedFavorite favorite(User user) {
        return user.plaza
                .favorites()
                .listFavorites(
                        APIListFavoritesRequest.newBuilder()
                                .userId(user.id)
                                .expand(List.of(FavoriteExpansion.TAGS))
                                .build())
                .getItems()
                .getFirst();
    }

    @Test
    void anUploadedImageIsShownInAPost() throws Exception {
        var ann = User.named("Ann");
        var uploadId = ann.plaza.upload(ann.id, CreateUploadBody.TypeEnum.IMAGE_GIF, DOT);
        var post =
                ann.plaza
                        .social()
                        .createPost(
                                APICreatePostRequest.newBuilder()
                                        .userId(ann.id)
                                        .createPostBody(
                                                new CreatePostBody()
                                                        .content("A dot.")
                                                        .images(
                                                                List.of(
                                                                        new NewImage()
                                                                                .uploadId(uploadId)
                                                                                .alt(
                                                                                        "One pixel."))))
                                        .build());

        assertThat(post.getImages())
                .singleElement()
                .satisfies(image -> {
                    assertThat(image.getWidth()).isEqualTo(1);
                    assertThat(image.getAlt()).isEqualTo("One pixel.");
                });
    }

    @Test
    void aRejectedCallHasTheProblem() throws Exception {
        var ann = User.named("Ann");
        var deleted = post(ann, "Fog.");
        ann.plaza.social().deletePost(ann.id, deleted);
        var unknown = APIGetPostRequest.newBuilder().userId(ann.id).postId(deleted).build();

        assertThat(failure(() -> ann.plaza.social().getPost(unknown)))
                .satisfies(failure -> {
                    assertThat(failure.getCode()).isEqualTo(404);
                    assertThat(failure.problem()).isInstanceOf(Problem.NotFound.class);
                    assertThat(failure.problem().type()).isEqualTo("urn:plaza:problem:not-found");
                    assertThat(failure.problem().fieldOrNull()).isEqualTo("postId");
                    assertThat(failure).hasMessage(failure.problem().detail());
                });
        assertThat(failure(() -> ann.rename("")))
                .satisfies(failure -> {
                    assertThat(failure.problem()).isInstanceOf(Problem.Malformed.class);
                    assertThat(failure.problem().fieldOrNull()).isEqualTo("name");
                    assertThat(failure).hasMessageContaining("`name`");
                });
    }

    private static ApiException failure(ThrowingCallable call) {
        return catchThrowableOfType(ApiException.class, call);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    409 | {"type":"urn:plaza:problem:erased","detail":"Gone."} | Erased | Gone.
                    409 | {"type":"urn:of:a:later:api","detail":"New."} | Other | New.
                    401 | {"message":"Unauthorized"} | Unauthenticated | Unauthorized
                    503 | {"message":"Service Unavailable"} | Unavailable | Service Unavailable
                    502 | <html>Bad gateway</html> | Other | getMe call failed with: 502 - <html>Bad gateway</html>
                    """)
    void aResponseThatIsNotDocumentedIsAProblemToo(
            int status, String body, String type, String detail) throws Exception {
        try (var server = new ScriptedServer().reply(status, body)) {
            var failure = failure(() -> me(server.plaza()));
            assertThat(failure.problem().getClass().getSimpleName()).isEqualTo(type);
            assertThat(failure).hasMessage(detail);
            assertThat(failure.getResponseBody()).isEqualTo(body);
        }
    }

    private static void me(Plaza plaza) {
        plaza.social().getMe(APIGetMeRequest.newBuilder().build());
    }

    @Test
    void withoutAResponseTheProblemIsNoResponse() throws Exception {
        var server = new ScriptedServer();
        var plaza = server.plaza();
        server.close();
        assertThat(failure(() -> me(plaza)).problem()).isInstanceOf(Problem.NoResponse.class);
    }

    @Test
    void aCallIsRepeatedWithTheSameKeyAfter503() throws Exception {
        try (var server = new ScriptedServer()) {
            server.reply(503, "")
                    .reply(429, "")
                    .reply(
                            201,
                            "{\"userId\":\"ann\",\"postId\":\"1\",\"content\":\"x\",\"isNew\":true}");

            var post = post(new User("ann", server.plaza()), "x");

            assertThat(post).isEqualTo("1");
            var keys =
                    server.received().stream()
                            .map(request -> request.headers().getFirst("Idempotency-Key"))
                            .toList();
            assertThat(keys).hasSize(3);
            assertThat(keys.getFirst()).hasSize(36);
            assertThat(Set.copyOf(keys)).hasSize(1);
        }
    }

    @Test
    void aCallThatCannotSucceedIsNotRepeated() throws Exception {
        try (var server = new ScriptedServer()) {
            server.reply(409, "{\"type\":\"urn:plaza:problem:conflict\",\"detail\":\"No.\"}");
            assertThat(failure(() -> post(new User("ann", server.plaza()), "x")).problem())
                    .isInstanceOf(Problem.Conflict.class);
            assertThat(server.received()).hasSize(1);
        }
    }

    @Test
    void anImageWhoseResponseIsLostIsStored() throws Exception {
        try (var server = new ScriptedServer()) {
            server.reply(201, upload(server)).reply(503, "").reply(409, "").reply(412, "");

            var uploadId = uploadDot(server);

            assertThat(uploadId).isEqualTo("u");
            assertThat(server.received())
                    .extracting(ScriptedServer.Received::method)
                    .containsExactly("POST", "PUT", "PUT", "PUT");
            var put = server.received().getLast();
            assertThat(put.body()).isEqualTo(DOT);
            assertThat(put.headers().getFirst("x-amz-tagging")).isEqualTo("state=new");
            assertThat(put.headers().getFirst("if-none-match")).isEqualTo("*");
        }
    }

    @Test
    void anImageThatTheStoreRejectsIsNotSentAgain() throws Exception {
        try (var server = new ScriptedServer()) {
            server.reply(201, upload(server)).reply(403, "<Error/>");
            assertThatExceptionOfType(UploadException.class)
                    .isThrownBy(() -> uploadDot(server))
                    .withMessage("The store rejected the image (403).");
            assertThat(server.received()).hasSize(2);
        }
    }

    private static String uploadDot(ScriptedServer server) {
        return server.plaza().upload("ann", CreateUploadBody.TypeEnum.IMAGE_GIF, DOT);
    }

    private static String upload(ScriptedServer server) {
        return """
        {
          "uploadId": "u",
          "put": {
            "url": "%s/store",
            "headers": {
              "content-type": "image/gif",
              "if-none-match": "*",
              "x-amz-checksum-sha256": "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
              "x-amz-tagging": "state=new"
            }
          },
          "expiresAt": "2026-01-31T09:05:00.000Z"
        }
        """
                .formatted(server.url());
    }
}
