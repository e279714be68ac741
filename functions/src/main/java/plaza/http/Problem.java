package plaza.http;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Why a request was refused, as RFC 9457 "Problem Details for HTTP APIs" has it.
///
/// @param kind what kind of problem; its `type` never changes
/// @param detail this occurrence in one sentence, without anything that was sent
/// @param errors each bad field, where fields are to blame
/// @param facts further members by name, with which a client can go on (RFC 9457's extension
///   members), such as the id of what is in the way
public record Problem(Kind kind, String detail, List<FieldError> errors, Map<String, Fact> facts) {
    /// The value of a further member.
    public sealed interface Fact {
        record OfText(String value) implements Fact {}

        record OfNumber(long value) implements Fact {}
    }

    public Problem(Kind kind, String detail, List<FieldError> errors) {
        this(kind, detail, errors, Map.of());
    }

    /// One bad field.
    ///
    /// @param field its name in the body, path, query or header
    /// @param detail what it must be
    /// @param code which rule is broken, as a stable word; null where the detail is all there is
    public record FieldError(String field, String detail, @Nullable String code) {
        private static final int NAME_CHARACTERS_MAX = 64;

        public FieldError(String field, String detail) {
            this(field, detail, null);
        }

        /// A name that nobody knows is the caller's own text: repeated for orientation, but neither
        /// at any length nor with characters that nobody sees, such as those that turn the
        /// direction of what follows.
        static FieldError unknown(String name, String detail) {
            var shown =
                    name.codePoints()
                            .filter(FieldError::isSeen)
                            .limit(NAME_CHARACTERS_MAX)
                            .collect(
                                    StringBuilder::new,
                                    StringBuilder::appendCodePoint,
                                    StringBuilder::append);
            return new FieldError(shown.toString(), detail);
        }

        private static boolean isSeen(int codePoint) {
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

    /// Every kind of problem that the API knows, with its status and its stable name.
    public enum Kind {
        MALFORMED(400, "malformed", "The request is malformed"),
        UNAUTHENTICATED(401, "unauthenticated", "Sign in first"),
        FORBIDDEN(403, "forbidden", "This is not yours to do"),
        NOT_FOUND(404, "not-found", "There is no such thing"),
        METHOD_NOT_ALLOWED(405, "method-not-allowed", "The method does not fit the path"),
        CONFLICT(409, "conflict", "Something else is in the way"),
        PRECONDITION_FAILED(412, "precondition-failed", "It has changed meanwhile"),
        TOO_LARGE(413, "too-large", "The body is too large"),
        UNSUPPORTED_MEDIA_TYPE(415, "unsupported-media-type", "The body is of another media type"),
        RULE_BROKEN(422, "rule-broken", "A rule is broken"),
        TOO_MANY_REQUESTS(429, "too-many-requests", "Slow down"),
        UNAVAILABLE(503, "unavailable", "Try again in a moment");

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

        /// The problem's stable `type`. A URN, since no page of ours has to exist for it to be
        /// compared.
        public String type() {
            return "urn:plaza:problem:" + slug;
        }

        public String title() {
            return title;
        }
    }

    public static Problem malformed(String field, String detail) {
        return new Problem(
                Kind.MALFORMED,
                "The value of " + field + " " + detail + ".",
                List.of(new FieldError(field, detail)));
    }

    /// Several fields, or none, are bad.
    public static Problem malformed(String detail, List<FieldError> errors) {
        return new Problem(Kind.MALFORMED, detail, List.copyOf(errors));
    }

    /// The thing that `field` names is not there.
    public static Problem notFound(String field, String detail) {
        return new Problem(
                Kind.NOT_FOUND, detail, List.of(new FieldError(field, "does not exist")));
    }

    public static Problem conflict(String field, String detail) {
        return new Problem(Kind.CONFLICT, detail, List.of(new FieldError(field, detail)));
    }

    public static Problem ruleBroken(String field, String detail) {
        return new Problem(Kind.RULE_BROKEN, detail, List.of(new FieldError(field, detail)));
    }

    /// Several rules are broken.
    public static Problem ruleBroken(String detail, List<FieldError> errors) {
        return new Problem(Kind.RULE_BROKEN, detail, List.copyOf(errors));
    }

    public static Problem of(Kind kind, String detail) {
        return new Problem(kind, detail, List.of());
    }

    /// The same problem with a further member.
    public Problem with(String name, String text) {
        return with(name, new Fact.OfText(text));
    }

    /// The same problem with a further member.
    public Problem with(String name, long number) {
        return with(name, new Fact.OfNumber(number));
    }

    private Problem with(String name, Fact fact) {
        var more = new LinkedHashMap<>(facts);
        more.put(name, fact);
        return new Problem(kind, detail, errors, more);
    }

    /// This problem as something to throw: it ends the handler, and [Http#answer] turns it into the
    /// response.
    public ProblemException refusal() {
        return new ProblemException(this);
    }
}
