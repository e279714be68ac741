package plaza.http;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
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
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.table.Condition.Predicate.NumberIn;
import plaza.table.Page;
import plaza.text.Malformed;

/// One HTTP request, as far as a handler may see it: every value comes out parsed, or the request
/// is refused with a [Problem] that names the field.
///
/// Who is calling is known from the claims that the API's JWT authorizer has verified, and from
/// nothing else.
public final class Request {
    /// The largest JSON body.
    public static final int BODY_BYTES_MAX = 64 * 1_024;

    /// The group whose members may call admin routes.
    public static final String ADMIN_GROUP = "admin";

    private final APIGatewayV2HTTPEvent event;

    Request(APIGatewayV2HTTPEvent event) {
        this.event = event;
    }

    /// The parsed path parameter.
    ///
    /// @throws ProblemException 400 when it does not parse
    public <T> T path(String name, Function<String, T> parse) {
        return parsed(name, orEmpty(event.getPathParameters()).getOrDefault(name, ""), parse);
    }

    /// The parsed query parameter, or null where it is not given.
    ///
    /// @throws ProblemException 400 when it does not parse
    public <T> @Nullable T queryOrNull(String name, Function<String, T> parse) {
        var text = orEmpty(event.getQueryStringParameters()).get(name);
        return text == null ? null : parsed(name, text, parse);
    }

    /// The header, or null; its name in lower case, as API Gateway gives it.
    public @Nullable String headerOrNull(String name) {
        return orEmpty(event.getHeaders()).get(name);
    }

    /// Who is calling.
    ///
    /// @throws ProblemException 401 without verified claims
    public UserId caller() {
        var subject = claim("sub");
        try {
            if (subject != null) {
                return UserId.parse(subject);
            }
        } catch (Malformed _) {
            // A subject that is no id of ours is nobody here.
        }
        throw Problem.of(Problem.Kind.UNAUTHENTICATED, "The request carries no valid token.")
                .refusal();
    }

    /// The user that the path names, who must be the caller.
    ///
    /// @throws ProblemException 401 without claims, 400 when it is no id, 403 when it is somebody
    ///   else
    public UserId owner(String name) {
        return owner(name, UserId::parse, UserId::value);
    }

    /// The owner that the path names by another kind of id, which must be the caller's.
    ///
    /// @throws ProblemException 401 without claims, 400 when it is no id, 403 when it is somebody
    ///   else
    public <T> T owner(String name, Function<String, T> parse, Function<T, String> value) {
        var caller = caller();
        var owner = path(name, parse);
        if (!value.apply(owner).equals(caller.value())) {
            throw Problem.of(Problem.Kind.FORBIDDEN, "Only " + name + " may do this.").refusal();
        }
        return owner;
    }

    /// Whether the caller has this id.
    ///
    /// @throws ProblemException 401 without claims
    public boolean isCaller(String id) {
        return caller().value().equals(id);
    }

    /// Whether the caller is an administrator.
    ///
    /// @throws ProblemException 401 without claims
    public boolean isAdmin() {
        caller();
        var groups = claim("cognito:groups");
        return groups != null && groupNames(groups).contains(ADMIN_GROUP);
    }

    /// Rejects every caller who is not an administrator.
    ///
    /// @throws ProblemException 401 without claims, 403 outside the admin group
    public void requireAdmin() {
        if (!isAdmin()) {
            throw Problem.of(Problem.Kind.FORBIDDEN, "Only administrators may do this.").refusal();
        }
    }

    /// The fields of the JSON body.
    ///
    /// @throws ProblemException 413, 415, or 400 naming every bad field
    public Body body(Field<?>... fields) {
        return Body.read(tree(), List.of(fields));
    }

    /// The query parameters that a list takes, opened and checked: `limit`, `cursor`, and filters
    /// of its own.
    ///
    /// @param filters further parameters that this list knows
    /// @throws ProblemException 400 naming every bad or unknown parameter; a cursor of another list
    ///   is bad
    public Page.Ask page(Cursors cursors, String... filters) {
        var known = Stream.concat(Stream.of("limit", "cursor"), Stream.of(filters));
        caller();
        var errors = unknownParameters(known.collect(Collectors.toSet()));
        var limit = query("limit", Request::limit, errors);
        var after = query("cursor", cursor -> cursors.open(binding(), cursor), errors);
        refuse(errors);
        return new Page.Ask(limit == null ? Page.LIMIT_DEFAULT : limit, after);
    }

    /// The only query parameter of a list that has no further pages: `limit`.
    ///
    /// @throws ProblemException 400 naming every bad or unknown parameter
    public int onlyLimit() {
        caller();
        var errors = unknownParameters(Set.of("limit"));
        var limit = query("limit", Request::limit, errors);
        refuse(errors);
        return limit == null ? Page.LIMIT_DEFAULT : limit;
    }

    private static void refuse(List<Problem.FieldError> errors) {
        if (!errors.isEmpty()) {
            throw Problem.malformed("The query has bad parameters.", errors).refusal();
        }
    }

    /// A page as the response to this request.
    public <T> Response answer(Cursors cursors, Page<T> page, Function<T, Json> shape) {
        var json = Json.object().withAll("items", page.items(), shape);
        if (page.next() == null) {
            return Response.ok(json);
        }
        var cursor = cursors.seal(binding(), page.next());
        return linked(Response.ok(json.with("nextCursor", cursor)), cursor);
    }

    /// A page of another shape than JSON as the response to this request: where it goes on is said
    /// in the header only.
    public <T> Response answer(Cursors cursors, Page<T> page, Response shown) {
        return page.next() == null ? shown : linked(shown, cursors.seal(binding(), page.next()));
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

    /// The different strong entity tags of `If-Match`, without quotes; `*` stands for itself. Null
    /// where the header is absent.
    ///
    /// @throws ProblemException 400 above [NumberIn#VALUES_MAX] tags, which is as many as one
    ///   condition compares
    public @Nullable Set<String> ifMatchOrNull() {
        var tags = entityTagsOrNull("if-match", true);
        if (tags != null && tags.size() > NumberIn.VALUES_MAX) {
            throw Problem.malformed(
                            "If-Match",
                            "must contain at most "
                                    + NumberIn.VALUES_MAX
                                    + " different entity tags")
                    .refusal();
        }
        return tags;
    }

    /// The different entity tags of `If-None-Match`, weak ones included, without quotes; `*` stands
    /// for itself. Null where the header is absent.
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
            // A quoted asterisk is a tag like any other, and none of ours.
            if (tag.length() >= 2
                    && tag.startsWith("\"")
                    && tag.endsWith("\"")
                    && !tag.equals("\"*\"")) {
                tags.add(tag.substring(1, tag.length() - 1));
            }
        }
        return tags;
    }

    /// Method and route template, such as `GET /users/{userId}`.
    public String route() {
        return event.getRouteKey() == null ? "" : event.getRouteKey();
    }

    /// What API Gateway calls this request, or null.
    @Nullable String gatewayIdOrNull() {
        var context = event.getRequestContext();
        return context == null ? null : context.getRequestId();
    }

    /// What the request asks for, without its headers and body: method and route, path, and the
    /// query parameters sorted by name.
    String target() {
        var query = canonical(orEmpty(event.getQueryStringParameters()));
        return String.join("\n", route(), rawPath(), query);
    }

    /// The path as it was called, ids and all.
    public String rawPath() {
        return event.getRawPath() == null ? "" : event.getRawPath();
    }

    /// The body's bytes, decoded where API Gateway encoded them; empty where there is none.
    ///
    /// @throws ProblemException 413 above `bytesMax`
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
            throw Problem.malformed("The body is not valid base64.", List.of()).refusal();
        }
        if (bytes.length > bytesMax) {
            throw Problem.of(
                            Problem.Kind.TOO_LARGE,
                            "The body must be at most " + bytesMax + " bytes.")
                    .refusal();
        }
        return bytes;
    }

    /// The media type of the body in lower case, without parameters; empty where there is none.
    public String mediaType() {
        var type = headerOrNull("content-type");
        return type == null ? "" : type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    }

    private JsonNode tree() {
        var bytes = bytes(BODY_BYTES_MAX);
        if (!mediaType().equals("application/json")) {
            throw Problem.of(
                            Problem.Kind.UNSUPPORTED_MEDIA_TYPE,
                            "The content-type must be application/json.")
                    .refusal();
        }
        try {
            var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            var tree = Json.parse(text.toString());
            if (tree == null || !tree.isObject()) {
                throw Problem.malformed("The body must be a JSON object.", List.of()).refusal();
            }
            return tree;
        } catch (CharacterCodingException _) {
            throw Problem.malformed("The body is not valid UTF-8.", List.of()).refusal();
        } catch (NumberFormatException _) {
            // the parser's own, unwrapped, for an exponent of more than ten digits
            throw Problem.malformed("The body holds a number out of all bounds.", List.of())
                    .refusal();
        } catch (JsonProcessingException bad) {
            throw Problem.malformed(jsonFault(bad), List.of()).refusal();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /// Where the body stops being JSON; the parser's own message would repeat what was sent.
    private static String jsonFault(JsonProcessingException bad) {
        var place = bad.getLocation();
        return place == null
                ? "The body is not valid JSON."
                : "The body is not valid JSON, repeats a name or nests too deep at line "
                        + place.getLineNr()
                        + ", column "
                        + place.getColumnNr()
                        + ".";
    }

    private List<Problem.FieldError> unknownParameters(Set<String> known) {
        var errors = new ArrayList<Problem.FieldError>();
        for (var name : orEmpty(event.getQueryStringParameters()).keySet()) {
            if (!known.contains(name)) {
                errors.add(Problem.FieldError.unknown(name, "is not a parameter of this list"));
            }
        }
        return errors;
    }

    /// The parsed parameter; null where it is not given, or bad and added to `errors`.
    private <T> @Nullable T query(
            String name, Function<String, T> parse, List<Problem.FieldError> errors) {
        var text = orEmpty(event.getQueryStringParameters()).get(name);
        try {
            return text == null ? null : parse.apply(text);
        } catch (Malformed malformed) {
            errors.add(new Problem.FieldError(name, malformed.rule()));
            return null;
        }
    }

    /// What a cursor is bound to: caller, route, the path's values and the list's filters. The page
    /// size may change from page to page.
    private String binding() {
        var filters = new TreeMap<>(orEmpty(event.getQueryStringParameters()));
        filters.remove("cursor");
        filters.remove("limit");
        var path = new TreeMap<>(orEmpty(event.getPathParameters()));
        return String.join("\n", route(), caller().value(), path.toString(), filters.toString());
    }

    private String next(String cursor) {
        var others = new HashMap<>(orEmpty(event.getQueryStringParameters()));
        others.remove("cursor");
        return rawPath()
                + '?'
                + (others.isEmpty() ? "" : canonical(others) + '&')
                + "cursor="
                + cursor;
    }

    /// Query parameters sorted by name and percent-encoded.
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

    /// The names in a claim of groups. The JWT authorizer of an HTTP API passes an array as one
    /// text, the elements in brackets, separated by a space and not escaped: `[admin editors]`.
    ///
    /// A space is the only separator: Cognito's names are of the pattern
    /// `[\p{L}\p{M}\p{S}\p{N}\p{P}]+` (Cognito API reference, CreateGroup), so they may contain
    /// commas and brackets, and no white space. A text of another form grants nothing.
    private static List<String> groupNames(String claim) {
        return claim.length() >= 2 && claim.startsWith("[") && claim.endsWith("]")
                ? List.of(claim.substring(1, claim.length() - 1).split(" ", -1))
                : List.of();
    }

    private static <T> T parsed(String field, String text, Function<String, T> parse) {
        try {
            return parse.apply(text);
        } catch (Malformed malformed) {
            throw Problem.malformed(field, malformed.rule()).refusal();
        }
    }

    private static Map<String, String> orEmpty(@Nullable Map<String, String> map) {
        return map == null ? Map.of() : map;
    }
}
