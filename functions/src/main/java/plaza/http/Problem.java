package plaza.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Why a request was rejected, in the format of RFC 9457, "Problem Details for HTTP APIs".
///
/// @param kind the kind of problem; its `type` never changes
/// @param detail a sentence about this occurrence; of what the caller sent, it repeats at most the
///   name of an unknown field
/// @param errors the invalid fields, at most [#ERRORS_MAX] and an entry with the number of the
///   others; empty if no field is at fault
/// @param facts the JSON of extension members by name, such as the id of the item that causes a
///   conflict
public record Problem(
        Kind kind, String detail, List<FieldError> errors, Map<String, JsonNode> facts) {
    /// An extension member. Functions declare the members of their problems as constants, and the
    /// OpenAPI document lists the same constants.
    public record Member<T>(String name, Schema<T> schema) {}

    /// The invalid fields that a problem lists. The last entry states how many others there are.
    public static final int ERRORS_MAX = 20;

    /// A field that represents those that are not listed.
    private static final String OTHERS = "…";

    public Problem {
        errors = bounded(errors);
    }

    private static List<FieldError> bounded(List<FieldError> all) {
        if (all.size() <= ERRORS_MAX) {
            return List.copyOf(all);
        }
        var others = all.size() - ERRORS_MAX;
        return Stream.concat(
                        all.stream().limit(ERRORS_MAX),
                        Stream.of(
                                new FieldError(
                                        OTHERS, "There are " + others + " more invalid fields.")))
                .toList();
    }

    public Problem(Kind kind, String detail, List<FieldError> errors) {
        this(kind, detail, errors, Map.of());
    }

    /// An invalid field.
    ///
    /// @param field its name in the body, path, query or header
    /// @param detail a sentence that states the rule
    /// @param code a stable name of the rule; null if only the detail describes it
    public record FieldError(String field, String detail, @Nullable String code) {
        private static final int NAME_CHARACTERS_MAX = 64;

        public FieldError(String field, String detail) {
            this(field, detail, null);
        }

        /// A field that the API does not define. Its name is text of the caller, so it is repeated
        /// only up to a limit and without invisible characters, such as bidirectional controls.
        ///
        /// @param rule the sentence before the name, such as "The body has no field"
        static FieldError unknown(String name, String rule) {
            var shown =
                    name.codePoints()
                            .filter(FieldError::isVisible)
                            .limit(NAME_CHARACTERS_MAX)
                            .collect(
                                    StringBuilder::new,
                                    StringBuilder::appendCodePoint,
                                    StringBuilder::append)
                            .toString();
            return new FieldError(shown, rule + " `" + shown + "`.");
        }

        private static boolean isVisible(int codePoint) {
            return switch (Character.getType(codePoint)) {
                case Character.CONTROL,
                        Character.FORMAT,
                        Character.LINE_SEPARATOR,
                        Character.PARAGRAPH_SEPARATOR,
                        Character.SURROGATE,
                        Character.UNASSIGNED ->
                        false;
                default -> true;
            };
        }
    }

    /// The kinds of problems, each with its status and a stable name.
    public enum Kind {
        MALFORMED(400, "malformed", "Malformed request"),
        UNAUTHENTICATED(401, "unauthenticated", "Authentication required"),
        FORBIDDEN(403, "forbidden", "Forbidden"),
        /// The user shows this to followers only.
        PROTECTED(403, "protected", "Protected"),
        /// An administrator has suspended the caller, who cannot write.
        SUSPENDED(403, "suspended", "Suspended"),
        NOT_FOUND(404, "not-found", "Not found"),
        METHOD_NOT_ALLOWED(405, "method-not-allowed", "Method not allowed"),
        CONFLICT(409, "conflict", "Conflict"),
        /// The caller has left: their account is being erased.
        ERASED(410, "erased", "Erased"),
        PRECONDITION_FAILED(412, "precondition-failed", "Precondition failed"),
        TOO_LARGE(413, "too-large", "Body too large"),
        UNSUPPORTED_MEDIA_TYPE(415, "unsupported-media-type", "Unsupported media type"),
        RULE_BROKEN(422, "rule-broken", "Rule broken"),
        TOO_MANY_REQUESTS(429, "too-many-requests", "Too many requests"),
        UNAVAILABLE(503, "unavailable", "Service unavailable"),
        /// No retry helps; the status means that a client must not repeat the request by itself
        /// (RFC 4918, section 11.5).
        COLLECTION_FULL(507, "collection-full", "Collection full");

        private final int status;
        private final String slug;
        private final String title;

        Kind(int status, String slug, String title) {
            this.status = status;
            this.slug = slug;
            this.title = title;
        }

        public int status() {
            return status;
        }

        /// The problem's stable `type`. It is a URN because clients only compare it; no page has to
        /// exist for it.
        public String type() {
            return "urn:plaza:problem:" + slug;
        }

        public String title() {
            return title;
        }
    }

    /// One field is invalid.
    public static Problem malformed(String field, String detail) {
        return new Problem(Kind.MALFORMED, detail, List.of(new FieldError(field, detail)));
    }

    /// Fields are invalid, or the request as a whole.
    ///
    /// @param detail a sentence about the request; a single error replaces it by its own
    public static Problem malformed(String detail, List<FieldError> errors) {
        return new Problem(Kind.MALFORMED, singleOr(detail, errors), errors);
    }

    /// The item that `field` identifies does not exist.
    public static Problem notFound(String field, String detail) {
        return new Problem(Kind.NOT_FOUND, detail, List.of(new FieldError(field, detail)));
    }

    public static Problem conflict(String field, String detail) {
        return new Problem(Kind.CONFLICT, detail, List.of(new FieldError(field, detail)));
    }

    public static Problem ruleBroken(String field, String detail) {
        return new Problem(Kind.RULE_BROKEN, detail, List.of(new FieldError(field, detail)));
    }

    /// Rules are broken.
    ///
    /// @param detail a sentence about all of them; a single error replaces it by its own
    public static Problem ruleBroken(String detail, List<FieldError> errors) {
        return new Problem(Kind.RULE_BROKEN, singleOr(detail, errors), errors);
    }

    /// Clients and logs often show only the detail of a problem.
    private static String singleOr(String detail, List<FieldError> errors) {
        return errors.size() == 1 ? errors.getFirst().detail() : detail;
    }

    public static Problem of(Kind kind, String detail) {
        return new Problem(kind, detail, List.of());
    }

    /// The same problem with an extension member.
    public <T> Problem with(Member<T> member, T value) {
        var more = new LinkedHashMap<>(facts);
        more.put(member.name(), member.schema().json(value));
        return new Problem(kind, detail, errors, more);
    }

    /// The exception that ends the handler with this problem.
    public ProblemException exception() {
        return new ProblemException(this);
    }
}
