package plaza.http;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.http.Cursors.Keyring;
import plaza.http.Cursors.Secret;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.Page;
import plaza.table.Write;

/// Parses requests without a table.
final class RequestTest {
    private static final Page.Position POSITION = new Page.Position(List.of("p", "s"));
    private static final Parameter<UserId> Q = Parameter.of("q", Ids.USER, "A user.");
    private static final Parameter<UserId> X = Parameter.of("x", Ids.USER, "Another user.");
    private static final Parameter<String> SORT =
            Parameter.of("sort", Schema.Text.plain("up"), "An order.");
    private static final Parameter<Set<String>> EXPAND = Request.expanding("Expansion", "a", "b");

    private static final Cursors CURSORS =
            new Cursors(
                    new Keyring(List.of(new Secret(new byte[32]))),
                    Clock.fixed(Instant.parse("2026-11-20T10:00:00Z"), ZoneOffset.UTC),
                    new SplittableRandom());

    @ParameterizedTest
    @ValueSource(strings = {"[admin]", "[admin editors]", "[editors admin]", "[a admin b]"})
    void aMemberOfTheAdminGroupIsAnAdministrator(String claim) {
        assertThat(inGroups(claim).isAdmin()).isTrue();
    }

    /// Group names, alone and next to others, as API Gateway passes them in the claim.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "[x,admin]",
                "[admin,x]",
                "[,admin]",
                "[[admin]",
                "[admin]]",
                "[[admin]]",
                "[a [admin b]",
                "[a admin] b]",
                "[[ admin]]x]",
                "[\"admin\"]",
                "['admin']",
                "[x\tadmin]",
                "[x\u00a0admin]",
                "[Admin]",
                "[administrators]",
                "[]",
                "[ ]"
            })
    void aGroupNameThatContainsAdminGrantsNothing(String claim) {
        assertThat(inGroups(claim).isAdmin()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "admin", "x admin", "admin editors", "[admin", "admin]", "[", "]", "]["})
    void aGroupsClaimThatIsNotAListGrantsNothing(String claim) {
        assertThat(inGroups(claim).isAdmin()).isFalse();
        assertThatThrownBy(inGroups(claim)::requireAdmin).isInstanceOf(ProblemException.class);
    }

    @Test
    void anIdempotencyKeyIsBoundToThePathAndComparedWithTheQueryInAnyOrder() {
        var stored = stored("/imports", Map.of("a", "1", "b", "2"), "body");
        assertThat(content(stored("/imports", Map.of("b", "2", "a", "1"), "body")))
                .isEqualTo(content(stored));
        assertThat(stored("/exports", Map.of("a", "1", "b", "2"), "body").key())
                .isNotEqualTo(stored.key());
        for (var other :
                List.of(
                        stored("/imports", Map.of("a", "1"), "body"),
                        stored("/imports", Map.of("a", "1", "b", "3"), "body"),
                        stored("/imports", Map.of("a", "1&b=2"), "body"),
                        stored("/imports", Map.of("a", "1, b=2"), "body"),
                        stored("/imports", Map.of(), "body"),
                        stored("/imports", Map.of(), "a=1&b=2\nbody"),
                        stored("/imports", Map.of("a", "1", "b", "2"), ""))) {
            assertThat(other.key()).isEqualTo(stored.key());
            assertThat(content(other)).isNotEqualTo(content(stored));
        }
    }

    @Test
    void aCursorIsBoundToEachFilter() {
        var bindings =
                List.of(
                        Map.of("q", "ann, sort=up"),
                        Map.of("q", "ann&sort=up"),
                        Map.of("q", "ann", "sort", "up"),
                        Map.of("q", "ann"));
        for (var filters : bindings) {
            var link =
                    filtered(filters)
                            .response(
                                    CURSORS,
                                    new Page<>(List.<String>of(), POSITION),
                                    new Response(200, Map.of(), ""))
                            .headers()
                            .get("link");
            var cursor = requireNonNull(link).replaceAll(".*cursor=([^>]*)>.*", "$1");
            for (var others : bindings) {
                var sent = new HashMap<>(others);
                sent.put("cursor", cursor);
                var request = filtered(sent);
                if (others.equals(filters)) {
                    assertThat(request.page(CURSORS, SORT, Q).after()).isEqualTo(POSITION);
                } else {
                    assertThatThrownBy(() -> request.page(CURSORS, SORT, Q))
                            .isInstanceOf(ProblemException.class);
                }
            }
        }
    }

    private static Request filtered(Map<String, String> filters) {
        var event = event(Map.of("sub", "ann"));
        event.setRawPath("/list");
        event.setQueryStringParameters(filters);
        return new Request(event);
    }

    @Test
    void aRequestWithoutAValidSubjectHasNoCaller() {
        var withoutClaims = event(Map.of());
        withoutClaims.getRequestContext().getAuthorizer().getJwt().setClaims(null);
        var withoutJwt = event(Map.of());
        withoutJwt.getRequestContext().getAuthorizer().setJwt(null);
        var withoutAuthorizer = event(Map.of());
        withoutAuthorizer.getRequestContext().setAuthorizer(null);
        for (var event :
                List.of(
                        event(Map.of()),
                        event(Map.of("sub", "ann\uD800")),
                        withoutClaims,
                        withoutJwt,
                        withoutAuthorizer,
                        new APIGatewayV2HTTPEvent())) {
            var request = new Request(event);
            List<ThrowingCallable> calls =
                    List.of(
                            request::caller,
                            request::isAdmin,
                            request::requireAdmin,
                            request::onlyLimit,
                            () -> request.isCaller("ann"),
                            () -> request.owner("userId"),
                            () -> request.page(CURSORS));
            for (var call : calls) {
                assertThat(problem(call).kind()).isEqualTo(Problem.Kind.UNAUTHENTICATED);
            }
        }
    }

    @Test
    void onlyTheOwnerIsAccepted() {
        assertThat(at("ann").caller()).isEqualTo(UserId.of("ann"));
        assertThat(at("ann").owner("userId")).isEqualTo(UserId.of("ann"));
        assertThat(at("ann").isCaller("ann")).isTrue();
        assertThat(at("ann").isCaller("bob")).isFalse();
        var problem = problem(() -> at("bob").owner("userId"));
        assertThat(problem.kind()).isEqualTo(Problem.Kind.FORBIDDEN);
        assertThat(problem.detail())
                .isEqualTo("The path parameter `userId` must be your own id, `ann`.");
        assertThat(problem(() -> at("a#b").owner("userId")).kind())
                .isEqualTo(Problem.Kind.MALFORMED);
    }

    @Test
    void anAdministratorMayCallAdminRoutes() {
        inGroups("[admin]").requireAdmin();
        var problem = problem(inGroups("[editors]")::requireAdmin);
        assertThat(problem.kind()).isEqualTo(Problem.Kind.FORBIDDEN);
        assertThat(problem.detail()).contains("`admin`");
        assertThat(new Request(event(Map.of("sub", "ann"))).isAdmin()).isFalse();
    }

    @Test
    void parametersAreParsed() {
        var request = list(Map.of("q", "bob"));
        assertThat(request.path("userId", UserId::parse)).isEqualTo(UserId.of("ann"));
        assertThat(request.query(Q)).isEqualTo(UserId.of("bob"));
        assertThat(request.queryOrNull(Q)).isEqualTo(UserId.of("bob"));
        assertThat(request.queryOrNull(X)).isNull();
        assertThat(new Request(event(Map.of())).queryOrNull(Q)).isNull();
    }

    @Test
    void anInvalidParameterReturns400WithItsName() {
        var request = list(Map.of("q", "#"));
        for (var problem :
                List.of(problem(() -> request.query(Q)), problem(() -> request.queryOrNull(Q)))) {
            assertThat(problem.kind()).isEqualTo(Problem.Kind.MALFORMED);
            assertThat(problem.detail()).startsWith("The query parameter `q` must be ");
            assertThat(problem.errors()).extracting(Problem.FieldError::field).containsExactly("q");
        }
        assertThat(problem(() -> request.query(X)).detail())
                .isEqualTo("The query parameter `x` is required.");
        assertThat(problem(() -> request.path("x", UserId::parse)).detail())
                .startsWith("The path parameter `x` must be ");
        assertThat(problem(() -> new Request(event(Map.of())).path("x", UserId::parse)).errors())
                .hasSize(1);
    }

    @Test
    void aPageHas50ItemsUnlessTheCallerSetsALimit() {
        assertThat(list(Map.of()).page(CURSORS)).isEqualTo(new Page.Ask(50, null));
        assertThat(list(Map.of()).onlyLimit()).isEqualTo(50);
        for (var limit : List.of(1, 9, 10, 100)) {
            var request = list(Map.of("limit", limit.toString()));
            assertThat(request.page(CURSORS)).isEqualTo(new Page.Ask(limit, null));
            assertThat(request.onlyLimit()).isEqualTo(limit);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "101", "-1", "+5", "1.0", "1a", "a1", " 1", "0001", "\u0663"})
    void aLimitThatIsNotAnIntegerFrom1To100IsRejected(String limit) {
        var request = list(Map.of("limit", limit));
        for (var problem :
                List.of(problem(() -> request.page(CURSORS)), problem(request::onlyLimit))) {
            assertThat(problem.errors())
                    .containsExactly(
                            new Problem.FieldError(
                                    "limit",
                                    "The query parameter `limit` must be an integer from 1 to"
                                            + " 100."));
        }
    }

    @Test
    void allInvalidParametersOfAListAreReportedAtOnce() {
        var query = Map.of("limit", "0", "cursor", "x", "sort", "up", "q", "a");
        var problem = problem(() -> list(query).page(CURSORS, SORT));
        assertThat(problem.detail()).isEqualTo("The query has invalid parameters.");
        assertThat(problem.errors())
                .extracting(Problem.FieldError::field)
                .containsExactly("q", "limit", "cursor");
        assertThat(problem(() -> list(query).onlyLimit()).errors())
                .extracting(Problem.FieldError::field)
                .containsExactlyInAnyOrder("q", "cursor", "sort", "limit");
    }

    @Test
    void aSingleInvalidParameterIsTheDetail() {
        assertThat(problem(() -> list(Map.of("limit", "0")).page(CURSORS)).detail())
                .isEqualTo("The query parameter `limit` must be an integer from 1 to 100.");
        assertThat(problem(() -> list(Map.of("q", "a")).page(CURSORS)).detail())
                .isEqualTo("This route has no query parameter `q`.");
    }

    @Test
    void expansionsAreKnownWordsSeparatedByCommas() {
        assertThat(list(Map.of()).expansions(EXPAND)).isEmpty();
        assertThat(list(Map.of("expand", "b,a")).expansions(EXPAND))
                .containsExactlyInAnyOrder("a", "b");
        for (var text : List.of("", "c", "a,", "a, b", "A")) {
            var problem = problem(() -> list(Map.of("expand", text)).expansions(EXPAND));
            assertThat(problem.kind()).isEqualTo(Problem.Kind.MALFORMED);
            assertThat(problem.detail())
                    .isEqualTo(
                            "The query parameter `expand` must contain only these words, separated"
                                    + " by commas: a, b.");
        }
    }

    @Test
    void aPageLinksToTheNextOne() {
        var request = list(Map.of("sort", "up", "limit", "2", "q", "a&ä"));
        var response =
                request.response(CURSORS, new Page<>(List.of(1L, 2L), POSITION), RequestTest::row);

        assertThat(response.status()).isEqualTo(200);
        var link = requireNonNull(response.headers().get("link"));
        var path = "</users/ann/posts?limit=2&q=a%26%C3%A4&sort=up&cursor=";
        assertThat(link).startsWith(path).endsWith(">; rel=\"next\"");
        var cursor = link.substring(path.length(), link.indexOf('>'));
        assertThat(response.body())
                .isEqualTo("{\"items\":[{\"n\":1},{\"n\":2}],\"nextCursor\":\"" + cursor + "\"}");
        var next = list(Map.of("sort", "up", "q", "a&ä", "cursor", cursor));
        assertThat(next.page(CURSORS, Q, SORT).after()).isEqualTo(POSITION);
        var text =
                request.response(
                        CURSORS,
                        new Page<>(List.of(), POSITION),
                        new Response(200, Map.of(), "text"));
        assertThat(text.body()).isEqualTo("text");
        assertThat(text.headers().get("link")).startsWith(path).endsWith(">; rel=\"next\"");
    }

    @Test
    void theLinkReplacesTheCursorOfThisPage() {
        var first =
                list(Map.of()).response(CURSORS, new Page<>(List.of(), POSITION), RequestTest::row);
        var link = requireNonNull(first.headers().get("link"));
        assertThat(link).startsWith("</users/ann/posts?cursor=");
        var cursor = link.substring(link.indexOf('=') + 1, link.indexOf('>'));
        var second = list(Map.of("cursor", cursor));
        assertThat(second.page(CURSORS)).isEqualTo(new Page.Ask(50, POSITION));
        var again = second.response(CURSORS, new Page<>(List.of(), POSITION), RequestTest::row);
        assertThat(again.headers().get("link"))
                .startsWith("</users/ann/posts?cursor=")
                .doesNotContain(cursor);
    }

    @Test
    void theLastPageHasNoLink() {
        var response =
                list(Map.of()).response(CURSORS, new Page<>(List.of(1L), null), RequestTest::row);
        assertThat(response.body()).isEqualTo("{\"items\":[{\"n\":1}]}");
        assertThat(response.headers()).isEmpty();
        var text = new Response(200, Map.of(), "text");
        assertThat(list(Map.of()).response(CURSORS, new Page<>(List.of(), null), text))
                .isEqualTo(text);
    }

    @Test
    void aCursorIsBoundToItsCallerRoutePathAndFilters() {
        var cursor = cursorOf(list(Map.of("q", "a", "limit", "5")));
        var query = Map.of("q", "a", "cursor", cursor);
        assertThat(list(query).page(CURSORS, Q).after()).isEqualTo(POSITION);

        var otherFilter = list(Map.of("q", "b", "cursor", cursor));
        var otherCaller = new Request(listEvent("bob", "ann", query));
        var otherPath = new Request(listEvent("ann", "bob", query));
        var event = listEvent("ann", "ann", query);
        event.setRouteKey("GET /users/{userId}/likes");
        for (var request : List.of(otherFilter, otherCaller, otherPath, new Request(event))) {
            assertThat(problem(() -> request.page(CURSORS, Q)).errors())
                    .extracting(Problem.FieldError::field)
                    .containsExactly("cursor");
        }
    }

    @Test
    void expansionsMayChangeFromPageToPage() {
        var cursor = cursorOf(list(Map.of("expand", "tags")));
        for (var query :
                List.of(Map.of("cursor", cursor), Map.of("cursor", cursor, "expand", "mine"))) {
            assertThat(list(query).page(CURSORS, EXPAND).after()).isEqualTo(POSITION);
        }
    }

    @Test
    void anIdempotencyKeyIs1To255VisibleAsciiCharacters() {
        for (var key : List.of("!", "~", "a".repeat(255))) {
            assertThat(withHeader("idempotency-key", key).idempotencyKeyOrNull()).isEqualTo(key);
        }
        for (var key : List.of("", " ", "\u007f", "é", "a b", "a".repeat(256))) {
            var problem = problem(withHeader("idempotency-key", key)::idempotencyKeyOrNull);
            assertThat(problem.detail())
                    .isEqualTo(
                            "The header `Idempotency-Key` must be 1 to 255 visible ASCII"
                                    + " characters.");
        }
        assertThat(new Request(event(Map.of())).idempotencyKeyOrNull()).isNull();
    }

    @Test
    void ifMatchHasStrongEntityTagsOnly() {
        assertThat(new Request(event(Map.of())).ifMatch().tags()).isNull();
        assertThat(withHeader("if-match", "*").ifMatch().tags()).containsExactly("*");
        assertThat(withHeader("if-match", " \"b\" ,\"a\",\"b\",\"\"").ifMatch().tags())
                .containsExactly("b", "a", "");
        assertThat(withHeader("if-match", "W/\"a\", b, \", \"*\", \"c, c\",").ifMatch().tags())
                .isEmpty();
    }

    @Test
    void aRequestWithoutARouteAndPathHasEmptyOnes() {
        var request = new Request(new APIGatewayV2HTTPEvent());
        assertThat(request.route()).isEmpty();
        assertThat(request.rawPath()).isEmpty();
        assertThat(list(Map.of()).route()).isEqualTo("GET /users/{userId}/posts");
        assertThat(list(Map.of()).rawPath()).isEqualTo("/users/ann/posts");
    }

    private static Json row(Long number) {
        return Json.object().with("n", number);
    }

    private static Problem problem(ThrowingCallable call) {
        return catchThrowableOfType(ProblemException.class, call).problem();
    }

    private static String cursorOf(Request request) {
        var page = new Page<>(List.<Long>of(), POSITION);
        var headers = request.response(CURSORS, page, RequestTest::row).headers();
        var link = requireNonNull(headers.get("link"));
        return link.substring(link.indexOf("cursor=") + "cursor=".length(), link.indexOf('>'));
    }

    /// A request of Ann with this user id in the path.
    private static Request at(String user) {
        return new Request(listEvent("ann", user, Map.of()));
    }

    private static Request list(Map<String, String> query) {
        return new Request(listEvent("ann", "ann", query));
    }

    private static APIGatewayV2HTTPEvent listEvent(
            String caller, String user, Map<String, String> query) {
        var event = event(Map.of("sub", caller));
        event.setRouteKey("GET /users/{userId}/posts");
        event.setRawPath("/users/" + user + "/posts");
        event.setPathParameters(Map.of("userId", user));
        event.setQueryStringParameters(query);
        return event;
    }

    private static Request withHeader(String name, String value) {
        var event = event(Map.of());
        event.setHeaders(Map.of(name, value));
        return new Request(event);
    }

    /// The stage variable comes from API Gateway. Only the claim that it names counts.
    @Test
    void theStageVariableNamesTheClaimOfTheGroups() {
        var claims = Map.of("sub", "ann", "cognito:groups", "[x admin]", "roles", "[admin]");
        var event = event(claims);
        assertThat(new Request(event).isAdmin()).isTrue();
        event.setStageVariables(Map.of("groupsClaim", "roles"));
        assertThat(new Request(event).isAdmin()).isTrue();
        event.setStageVariables(Map.of("groupsClaim", "groups"));
        assertThat(new Request(event).isAdmin()).isFalse();

        var spaces = event(Map.of("sub", "ann", "cognito:groups", "[admin]", "roles", "[x admin]"));
        spaces.setStageVariables(Map.of("groupsClaim", "roles"));
        assertThat(new Request(spaces).isAdmin()).isFalse();
    }

    /// No import can set the `sub` of a restored user. Their old one is their name.
    @Test
    void aRestoredUserKeepsTheirId() {
        var old = "0f3b2c1d-4e5f-4a6b-8c7d-9e0f1a2b3c4d";
        var restored = event(Map.of("sub", "new", "username", old));
        assertThat(new Request(restored).caller().value()).isEqualTo("new");
        restored.setStageVariables(Map.of("restoredPool", "true"));
        assertThat(new Request(restored).caller().value()).isEqualTo(old);

        for (var chosen : List.of("ann", old.toUpperCase(Locale.ROOT), old + "0", "0" + old, "")) {
            var signedUp = event(Map.of("sub", "new", "username", chosen));
            signedUp.setStageVariables(Map.of("restoredPool", "true"));
            assertThat(new Request(signedUp).caller().value()).as(chosen).isEqualTo("new");
        }
        var without = event(Map.of("sub", "new"));
        without.setStageVariables(Map.of("restoredPool", "true"));
        assertThat(new Request(without).caller().value()).isEqualTo("new");
    }

    private static Request inGroups(String claim) {
        return new Request(event(Map.of("sub", "ann", "cognito:groups", claim)));
    }

    private static String content(Item stored) {
        return stored.text("contentDigest");
    }

    /// The item that stores the response of a request.
    private static Item stored(String path, Map<String, String> query, String body) {
        var event = event(Map.of("sub", "ann"));
        event.setRouteKey("POST /{thing}");
        event.setRawPath(path);
        event.setQueryStringParameters(query);
        event.setHeaders(Map.of("idempotency-key", "key-1"));
        event.setBody(body);
        var clock = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
        var idempotency = Idempotency.of(new Request(event), 100, clock);
        return ((Write.Put) idempotency.store(new Response(201, Map.of(), "{}")).getFirst()).item();
    }

    static APIGatewayV2HTTPEvent event(Map<String, String> claims) {
        var jwt =
                APIGatewayV2HTTPEvent.RequestContext.Authorizer.JWT
                        .builder()
                        .withClaims(claims)
                        .build();
        var authorizer =
                APIGatewayV2HTTPEvent.RequestContext.Authorizer.builder().withJwt(jwt).build();
        return APIGatewayV2HTTPEvent.builder()
                .withRequestContext(
                        APIGatewayV2HTTPEvent.RequestContext.builder()
                                .withAuthorizer(authorizer)
                                .build())
                .build();
    }
}
