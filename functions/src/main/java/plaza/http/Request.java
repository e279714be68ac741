package plaza.http;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.table.Page;
import plaza.text.Malformed;

/// An HTTP request as a handler sees it: every accessor returns a parsed value, or rejects the
/// request with a [Problem] that names the field.
///
/// The caller's identity comes only from the claims that the API's JWT authorizer has verified.
public final class Request {
    /// The size limit of a JSON body.
    public static final int BODY_BYTES_MAX = 64 * 1_024;

    /// The group whose members may call admin routes.
    public static final String ADMIN_GROUP = "admin";

    /// The query parameter that lists what a response adds to its items.
    public static final String EXPAND = "expand";

    /// The query parameter with the size of a page.
    public static final Parameter<Integer> LIMIT =
            Parameter.of(
                            "limit",
                            new Schema.Whole(1, Page.LIMIT_MAX, 10),
                            "The most items of a page.",
                            Request::limit)
                    .orElse(Integer.toString(Page.LIMIT_DEFAULT));

    /// The query parameter with the position of a page.
    public static final Parameter<String> CURSOR =
            Parameter.of(
                    "cursor",
                    Schema.Text.plain("AZk3nQ").length(1, Cursors.CURSOR_CHARACTERS_MAX),
                    "The `nextCursor` of the previous page, with the same path and filters.");

    private static final String QUERY_PARAMETER = "query parameter";

    private final APIGatewayV2HTTPEvent event;

    Request(APIGatewayV2HTTPEvent event) {
        this.event = event;
    }

    /// The parsed path parameter.
    ///
    /// @throws ProblemException 400 if it is invalid
    public <T> T path(String name, Function<String, T> parse) {
        var text = orEmpty(event.getPathParameters()).getOrDefault(name, "");
        return parsed("path parameter", name, text, parse);
    }

    /// The parsed query parameter, or its default.
    ///
    /// @throws ProblemException 400 if it is invalid, or missing although it has no default
    public <T> T query(Parameter<T> parameter) {
        var name = parameter.name();
        var sent = orEmpty(event.getQueryStringParameters()).get(name);
        var text = sent == null ? parameter.defaultText() : sent;
        if (text == null) {
            throw Problem.malformed(name, "The query parameter `" + name + "` is required.")
                    .exception();
        }
        return parsed(QUERY_PARAMETER, name, text, parameter.parse());
    }

    /// The parsed query parameter, or null if it is absent.
    ///
    /// @throws ProblemException 400 if it is invalid
    public <T> @Nullable T queryOrNull(Parameter<T> parameter) {
        var text = orEmpty(event.getQueryStringParameters()).get(parameter.name());
        return text == null
                ? null
                : parsed(QUERY_PARAMETER, parameter.name(), text, parameter.parse());
    }

    /// Whether the request has the query parameter, valid or not.
    public boolean hasQuery(Parameter<?> parameter) {
        return orEmpty(event.getQueryStringParameters()).containsKey(parameter.name());
    }

    /// The header, or null.
    ///
    /// @param name in lower case, as API Gateway passes it
    public @Nullable String headerOrNull(String name) {
        return orEmpty(event.getHeaders()).get(name);
    }

    /// Rejects a request that has bypassed CloudFront.
    ///
    /// @throws ProblemException 403
    void requireEdge() {
        if (!EdgeKey.accepts(event)) {
            throw Problem.of(
                            Problem.Kind.FORBIDDEN,
                            "Send the request to the public host of the API.")
                    .exception();
        }
    }

    /// The id of the calling user, derived from the subject of the access token. This is the only
    /// place that reads it; see [UserId#ofSubject].
    ///
    /// @throws ProblemException 401 without verified claims
    public UserId caller() {
        var subject = claim(RestoredPool.subjectClaim(event, claim("username")));
        try {
            if (subject != null) {
                return UserId.ofSubject(subject);
            }
        } catch (Malformed _) {
            // No issuer has such a subject.
        }
        throw Problem.of(
                        Problem.Kind.UNAUTHENTICATED,
                        "The request has no valid access token. Sign in and send one in the"
                                + " Authorization header.")
                .exception();
    }

    /// The user id in the path, which must be the caller's.
    ///
    /// @throws ProblemException 401 without claims, 400 if it is not an id, 403 if it is the id of
    ///   another user
    public UserId owner(String name) {
        return owner(name, UserId::parse, UserId::value);
    }

    /// An id of another type in the path, which must equal the caller's user id.
    ///
    /// @throws ProblemException 401 without claims, 400 if it is not an id, 403 if it is the id of
    ///   another user
    public <T> T owner(String name, Function<String, T> parse, Function<T, String> value) {
        var caller = caller();
        var owner = path(name, parse);
        if (!value.apply(owner).equals(caller.value())) {
            throw Problem.of(
                            Problem.Kind.FORBIDDEN,
                            "The path parameter `"
                                    + name
                                    + "` must be your own id, `"
                                    + caller
                                    + "`.")
                    .exception();
        }
        return owner;
    }

    /// The user id in the path, which must be the caller's, unless the caller is an administrator.
    ///
    /// @throws ProblemException 401 without claims, 400 if it is not an id, 403 if it is the id of
    ///   another user
    public UserId ownerOrAdmin(String name) {
        return isAdmin() ? path(name, UserId::parse) : owner(name);
    }

    /// Whether the caller has this id.
    ///
    /// @throws ProblemException 401 without claims
    public boolean isCaller(String id) {
        return caller().value().equals(id);
    }

    /// Whether the caller is an administrator: a member of the group [#ADMIN_GROUP].
    ///
    /// @throws ProblemException 401 without claims
    public boolean isAdmin() {
        caller();
        var claim =
                orEmpty(event.getStageVariables())
                        .getOrDefault(Groups.STAGE_VARIABLE, Groups.COGNITO_CLAIM);
        var value = claim(claim);
        return value != null && Groups.isMember(ADMIN_GROUP, claim, value);
    }

    /// Rejects a caller who is not an administrator.
    ///
    /// @throws ProblemException 401 without claims, 403 if the caller is not in the admin group
    public void requireAdmin() {
        if (!isAdmin()) {
            throw Problem.of(
                            Problem.Kind.FORBIDDEN,
                            "Only members of the group `" + ADMIN_GROUP + "` can do this.")
                    .exception();
        }
    }

    /// The fields of the JSON body.
    ///
    /// @throws ProblemException 413, 415, or 400 naming every invalid field
    public Body body(Field<?>... fields) {
        return Body.read(tree(), List.of(fields));
    }

    /// The fields of the JSON body, all of them optional. A request without a body has no fields.
    ///
    /// @throws ProblemException 413, 415, or 400 naming every invalid field
    public Body bodyOrEmpty(Field<?>... fields) {
        var text = event.getBody();
        return text == null || text.isEmpty()
                ? Body.read(JsonNodeFactory.instance.objectNode(), List.of(fields))
                : body(fields);
    }

    /// The page that the query parameters `limit` and `cursor` request.
    ///
    /// @param filters further parameters that this list defines
    /// @throws ProblemException 400 naming every invalid or unknown parameter; the cursor of
    ///   another list is invalid
    public Page.Ask page(Cursors cursors, Parameter<?>... filters) {
        var known = names(Stream.concat(Stream.of(LIMIT, CURSOR), Stream.of(filters)));
        caller();
        var errors = unknownParameters(known);
        var limit = query(LIMIT.name(), LIMIT.parse(), errors);
        var after = query(CURSOR.name(), cursor -> cursors.open(binding(), cursor), errors);
        reject(errors);
        return new Page.Ask(limit == null ? Page.LIMIT_DEFAULT : limit, after);
    }

    /// Rejects query parameters other than these.
    ///
    /// @throws ProblemException 400 naming every unknown parameter
    public void requireKnownParameters(Parameter<?>... known) {
        reject(unknownParameters(names(Stream.of(known))));
    }

    /// The query parameter `limit` of a list that has a single page.
    ///
    /// @param filters further parameters that this list defines
    /// @throws ProblemException 400 naming every invalid or unknown parameter
    public int onlyLimit(Parameter<?>... filters) {
        var known = names(Stream.concat(Stream.of(LIMIT), Stream.of(filters)));
        caller();
        var errors = unknownParameters(known);
        var limit = query(LIMIT.name(), LIMIT.parse(), errors);
        reject(errors);
        return limit == null ? Page.LIMIT_DEFAULT : limit;
    }

    /// The query parameter [#EXPAND] of a response.
    ///
    /// @param type the name that clients have for the type of the words
    /// @param words the expansions that the response defines
    public static Parameter<Set<String>> expanding(String type, String... words) {
        return Parameter.of(
                EXPAND,
                new Schema.Array<>(Schema.Text.words(words).named(type), 1, words.length),
                "What the response contains in addition.",
                text -> {
                    var all = new LinkedHashSet<>(List.of(text.split(",", -1)));
                    if (!List.of(words).containsAll(all)) {
                        throw new Malformed(
                                "must contain only these words, separated by commas: "
                                        + String.join(", ", words));
                    }
                    return all;
                });
    }

    /// The words of a query parameter of [#expanding]. Empty without the parameter.
    ///
    /// @throws ProblemException 400 if it contains another word
    public Set<String> expansions(Parameter<Set<String>> expand) {
        var words = queryOrNull(expand);
        return words == null ? Set.of() : words;
    }

    private static Set<String> names(Stream<Parameter<?>> parameters) {
        return parameters.map(Parameter::name).collect(Collectors.toSet());
    }

    private static void reject(List<Problem.FieldError> errors) {
        if (!errors.isEmpty()) {
            throw Problem.malformed("The query has invalid parameters.", errors).exception();
        }
    }

    /// The response with a page of JSON objects.
    public <T> Response response(Cursors cursors, Page<T> page, Function<T, Json> shape) {
        return response(cursors, page, shape, Json.object());
    }

    /// The response with a page of JSON objects.
    ///
    /// @param head the properties of the page besides
    public <T> Response response(
            Cursors cursors, Page<T> page, Function<T, Json> shape, Json head) {
        return response(cursors, Response.ITEMS, page, shape, head);
    }

    /// The response with an object that has a list with pages.
    ///
    /// @param name the name of the list
    /// @param head the properties of the object besides
    public <T> Response response(
            Cursors cursors, String name, Page<T> page, Function<T, Json> shape, Json head) {
        var json = head.withAll(name, page.items(), shape);
        if (page.next() == null) {
            return Response.ok(json);
        }
        var cursor = cursors.seal(binding(), page.next());
        return linked(Response.ok(json.with("nextCursor", cursor)), cursor);
    }

    /// The response with a page in another format than JSON. Only the `Link` header refers to the
    /// next page.
    public <T> Response response(Cursors cursors, Page<T> page, Response response) {
        return page.next() == null
                ? response
                : linked(response, cursors.seal(binding(), page.next()));
    }

    private Response linked(Response response, String cursor) {
        return response.with("link", "<" + next(cursor) + ">; rel=\"next\"");
    }

    /// The `Idempotency-Key` header, or null.
    ///
    /// @throws ProblemException 400 unless it is 1 to 255 visible ASCII characters
    public @Nullable String idempotencyKeyOrNull() {
        var key = headerOrNull("idempotency-key");
        if (key == null) {
            return null;
        }
        return parsed(
                "header",
                "Idempotency-Key",
                key,
                text -> {
                    if (text.isEmpty()
                            || text.length() > 255
                            || !text.chars().allMatch(c -> c >= '!' && c <= '~')) {
                        throw new Malformed("must be 1 to 255 visible ASCII characters");
                    }
                    return text;
                });
    }

    /// The precondition `If-Match`.
    public IfMatch ifMatch() {
        return new IfMatch(entityTagsOrNull("if-match", true));
    }

    /// The distinct entity tags of `If-None-Match`, including weak ones, without quotes; `*` is
    /// returned as it is. Null if the header is absent.
    @Nullable Set<String> ifNoneMatchOrNull() {
        return entityTagsOrNull("if-none-match", false);
    }

    private @Nullable Set<String> entityTagsOrNull(String header, boolean strong) {
        var text = headerOrNull(header);
        if (text == null) {
            return null;
        }
        var tags = new LinkedHashSet<String>();
        for (var part : text.split(",", -1)) {
            var tag = part.strip();
            if (tag.equals("*")) {
                tags.add(tag);
            }
            if (tag.startsWith("W/") && !strong) {
                tag = tag.substring(2);
            }
            // A quoted asterisk is an ordinary tag, but the API never creates it.
            if (tag.length() >= 2
                    && tag.startsWith("\"")
                    && tag.endsWith("\"")
                    && !tag.equals("\"*\"")) {
                tags.add(tag.substring(1, tag.length() - 1));
            }
        }
        return tags;
    }

    /// The method and the route template, such as `GET /users/{userId}`.
    public String route() {
        return event.getRouteKey() == null ? "" : event.getRouteKey();
    }

    /// The request id of API Gateway, or null.
    @Nullable String gatewayIdOrNull() {
        var context = event.getRequestContext();
        return context == null ? null : context.getRequestId();
    }

    /// Method and route, and path.
    String target() {
        return route() + '\n' + rawPath();
    }

    /// The query parameters, sorted by name and percent-encoded.
    String sortedQuery() {
        return canonical(orEmpty(event.getQueryStringParameters()));
    }

    /// The path of the request, with all ids.
    public String rawPath() {
        return event.getRawPath() == null ? "" : event.getRawPath();
    }

    /// The bytes of the body, decoded if API Gateway encoded them. Empty without a body.
    ///
    /// @throws ProblemException 413 if there are more than `bytesMax`
    public byte[] bytes(int bytesMax) {
        var text = event.getBody();
        if (text == null) {
            return new byte[0];
        }
        byte[] bytes;
        try {
            bytes =
                    event.getIsBase64Encoded()
                            ? Base64.getDecoder().decode(text)
                            : text.getBytes(StandardCharsets.UTF_8);
        } catch (IllegalArgumentException _) {
            throw Problem.malformed("The body is not valid base64.", List.of()).exception();
        }
        if (bytes.length > bytesMax) {
            throw Problem.of(
                            Problem.Kind.TOO_LARGE,
                            "The body must be at most " + bytesMax + " bytes.")
                    .exception();
        }
        return bytes;
    }

    /// Requires one of the media types for the body. The body must be in UTF-8 and not compressed.
    ///
    /// @throws ProblemException 415 if the headers state something else
    public void requireMediaType(String... types) {
        var parts = header("content-type").split(";", -1);
        if (Stream.of(types).noneMatch(parts[0].strip()::equalsIgnoreCase)) {
            throw unsupported(
                    "The header `Content-Type` must be " + String.join(" or ", types) + '.');
        }
        for (var index = 1; index < parts.length; index++) {
            var parameter = parts[index].replace("\"", "").split("=", 2);
            if (parameter[0].strip().equalsIgnoreCase("charset")
                    && !(parameter.length == 2 && parameter[1].strip().equalsIgnoreCase("utf-8"))) {
                throw unsupported(
                        "The body must be in UTF-8: the only `charset` of the header `Content-Type` is utf-8.");
            }
        }
        var encoding = header("content-encoding").strip();
        if (!encoding.isEmpty() && !encoding.equalsIgnoreCase("identity")) {
            throw unsupported(
                    "The body must not be compressed: the only `Content-Encoding` is identity.");
        }
    }

    private String header(String name) {
        return Objects.requireNonNullElse(headerOrNull(name), "");
    }

    private static ProblemException unsupported(String detail) {
        return Problem.of(Problem.Kind.UNSUPPORTED_MEDIA_TYPE, detail).exception();
    }

    /// The media types of a JSON body. Every PATCH of the API is a JSON merge patch (RFC 7396).
    ///
    /// @param method the method of the request
    public static List<String> bodyTypes(String method) {
        return method.equals("PATCH")
                ? List.of("application/json", "application/merge-patch+json")
                : List.of("application/json");
    }

    private JsonNode tree() {
        var bytes = bytes(BODY_BYTES_MAX);
        requireMediaType(bodyTypes(route().split(" ", 2)[0]).toArray(String[]::new));
        try {
            var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            var tree = Json.parse(text.toString());
            if (tree == null || !tree.isObject()) {
                throw Problem.malformed("The body must be a JSON object.", List.of()).exception();
            }
            return tree;
        } catch (CharacterCodingException _) {
            throw Problem.malformed("The body is not valid UTF-8.", List.of()).exception();
        } catch (NumberFormatException _) {
            // Jackson throws it unwrapped for an exponent of more than ten digits.
            throw Problem.malformed("The body contains a number that is too large.", List.of())
                    .exception();
        } catch (JsonProcessingException bad) {
            throw Problem.malformed(jsonFault(bad), List.of()).exception();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /// The position of the fault. The parser's own message would repeat what the caller sent.
    private static String jsonFault(JsonProcessingException bad) {
        var location = bad.getLocation();
        return location == null
                ? "The body is not valid JSON."
                : "The body is not valid JSON, repeats a name or nests too deeply at line "
                        + location.getLineNr()
                        + ", column "
                        + location.getColumnNr()
                        + ".";
    }

    private List<Problem.FieldError> unknownParameters(Set<String> known) {
        var errors = new ArrayList<Problem.FieldError>();
        for (var name : orEmpty(event.getQueryStringParameters()).keySet()) {
            if (!known.contains(name)) {
                errors.add(Problem.FieldError.unknown(name, "This route has no query parameter"));
            }
        }
        return errors;
    }

    /// The parsed parameter; null if it is absent, or invalid and added to `errors`.
    private <T> @Nullable T query(
            String name, Function<String, T> parse, List<Problem.FieldError> errors) {
        var text = orEmpty(event.getQueryStringParameters()).get(name);
        try {
            return text == null ? null : parse.apply(text);
        } catch (Malformed malformed) {
            errors.add(
                    new Problem.FieldError(name, malformed.about(subject(QUERY_PARAMETER, name))));
            return null;
        }
    }

    /// The caller, the route, the path parameters and the filters, to which a cursor is bound. The
    /// page size and the expansions may change from page to page. Names and values are
    /// percent-encoded, so that two requests with different filters have different bindings.
    private String binding() {
        var filters = new HashMap<>(orEmpty(event.getQueryStringParameters()));
        filters.remove(CURSOR.name());
        filters.remove(LIMIT.name());
        filters.remove(EXPAND);
        var path = orEmpty(event.getPathParameters());
        return String.join("\n", route(), caller().value(), canonical(path), canonical(filters));
    }

    private String next(String cursor) {
        var others = new HashMap<>(orEmpty(event.getQueryStringParameters()));
        others.remove(CURSOR.name());
        return rawPath()
                + '?'
                + (others.isEmpty() ? "" : canonical(others) + '&')
                + "cursor="
                + cursor;
    }

    /// Parameters sorted by name and percent-encoded.
    private static String canonical(Map<String, String> query) {
        return new TreeMap<>(query)
                .entrySet().stream()
                        .map(each -> encoded(each.getKey()) + '=' + encoded(each.getValue()))
                        .collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static Integer limit(String text) {
        var digits =
                !text.isEmpty()
                        && text.length() <= 3
                        && text.chars().allMatch(c -> c >= '0' && c <= '9');
        var limit = digits ? Integer.parseInt(text) : 0;
        if (limit < 1 || limit > Page.LIMIT_MAX) {
            throw new Malformed("must be an integer from 1 to " + Page.LIMIT_MAX);
        }
        return limit;
    }

    private @Nullable String claim(String name) {
        var context = event.getRequestContext();
        var authorizer = context == null ? null : context.getAuthorizer();
        var jwt = authorizer == null ? null : authorizer.getJwt();
        return jwt == null ? null : orEmpty(jwt.getClaims()).get(name);
    }

    private static <T> T parsed(String kind, String name, String text, Function<String, T> parse) {
        try {
            return parse.apply(text);
        } catch (Malformed malformed) {
            throw Problem.malformed(name, malformed.about(subject(kind, name))).exception();
        }
    }

    private static String subject(String kind, String name) {
        return "The " + kind + " `" + name + '`';
    }

    private static Map<String, String> orEmpty(@Nullable Map<String, String> map) {
        return map == null ? Map.of() : map;
    }
}
