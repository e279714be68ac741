package plaza.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import plaza.client.model.FieldError;
import plaza.client.model.ProblemBody;
import plaza.client.model.ProblemBody.TypeEnum;

/// Why a call did not succeed. Each type of problem that the API documents is a type here, so that
/// a `switch` without `default` treats all of them, and no longer compiles when the API gets
/// another.
public sealed interface Problem {
    /// What the API says, with the members that only some problems have, such as
    /// `getTransferCost()`.
    ProblemBody body();

    /// The name of the type in the API, such as `urn:plaza:problem:not-found`, or `about:blank` if
    /// the API does not document the response.
    default String type() {
        return body().getType().getValue();
    }

    /// A sentence that says what is wrong, and what to do.
    default String detail() {
        return body().getDetail();
    }

    /// The invalid fields, each with a sentence of its own. Empty if no field is at fault.
    default List<FieldError> errors() {
        return Objects.requireNonNullElse(body().getErrors(), List.of());
    }

    /// The first invalid field of the body, path, query or headers. Null if no field is at fault.
    default @Nullable String fieldOrNull() {
        return errors().isEmpty() ? null : errors().getFirst().getField();
    }

    /// The request is malformed.
    record Malformed(ProblemBody body) implements Problem {}

    /// The access token is missing, invalid or expired.
    record Unauthenticated(ProblemBody body) implements Problem {}

    /// The caller is not allowed to do this.
    record Forbidden(ProblemBody body) implements Problem {}

    /// The user shows this to followers only.
    record Protected(ProblemBody body) implements Problem {}

    /// An administrator has suspended the caller, who cannot write.
    record Suspended(ProblemBody body) implements Problem {}

    /// What the request names does not exist.
    record NotFound(ProblemBody body) implements Problem {}

    /// The path has no such method.
    record MethodNotAllowed(ProblemBody body) implements Problem {}

    /// The request contradicts what is stored.
    record Conflict(ProblemBody body) implements Problem {}

    /// The caller has left: their account is being erased.
    record Erased(ProblemBody body) implements Problem {}

    /// What is stored has another version than the request names.
    record PreconditionFailed(ProblemBody body) implements Problem {}

    /// The body is too large.
    record TooLarge(ProblemBody body) implements Problem {}

    /// The operation does not read bodies of this media type.
    record UnsupportedMediaType(ProblemBody body) implements Problem {}

    /// The request breaks a rule, and is not malformed.
    record RuleBroken(ProblemBody body) implements Problem {}

    /// The caller has sent too many requests.
    record TooManyRequests(ProblemBody body) implements Problem {}

    /// The API cannot process the request now.
    record Unavailable(ProblemBody body) implements Problem {}

    /// The collection has as many items as it can have.
    record CollectionFull(ProblemBody body) implements Problem {}

    /// The network failed before there was a response.
    record NoResponse(ProblemBody body) implements Problem {
        @Override
        public String type() {
            return UNDOCUMENTED;
        }
    }

    /// A response that the API of this client does not document: that of a later API, or of a
    /// proxy.
    record Other(String type, ProblemBody body) implements Problem {}

    /// The type of a problem that says no more than its status (RFC 9457, section 4.2.1).
    String UNDOCUMENTED = "about:blank";

    /// Reads the problem from a response.
    ///
    /// @param message is the detail if the response has none
    static Problem of(int status, @Nullable String response, String message) {
        try {
            var mapper = ApiClient.createDefaultObjectMapper();
            var json = mapper.readTree(Objects.requireNonNullElse(response, ""));
            if (json.path("type").isTextual() && json.path("detail").isTextual()) {
                return of(
                        json.get("type").textValue(), mapper.treeToValue(json, ProblemBody.class));
            }
            // API Gateway responds so to requests that do not arrive at a function
            return of(UNDOCUMENTED, body(status, json.path("message").asText(message)));
        } catch (JsonProcessingException _) {
            return of(UNDOCUMENTED, body(status, message));
        }
    }

    /// The problem of a call without a response that could be read.
    static Problem of(Throwable cause) {
        var body = body(0, Objects.requireNonNullElse(cause.getMessage(), cause.toString()));
        return cause instanceof IOException && !(cause instanceof JsonProcessingException)
                ? new NoResponse(body)
                : new Other(UNDOCUMENTED, body);
    }

    private static ProblemBody body(int status, String detail) {
        var type =
                switch (status) {
                    case 400 -> TypeEnum.URN_PLAZA_PROBLEM_MALFORMED;
                    case 401 -> TypeEnum.URN_PLAZA_PROBLEM_UNAUTHENTICATED;
                    case 403 -> TypeEnum.URN_PLAZA_PROBLEM_FORBIDDEN;
                    case 404 -> TypeEnum.URN_PLAZA_PROBLEM_NOT_FOUND;
                    case 413 -> TypeEnum.URN_PLAZA_PROBLEM_TOO_LARGE;
                    case 429 -> TypeEnum.URN_PLAZA_PROBLEM_TOO_MANY_REQUESTS;
                    case 503 -> TypeEnum.URN_PLAZA_PROBLEM_UNAVAILABLE;
                    default -> TypeEnum.UNKNOWN_DEFAULT_OPEN_API;
                };
        return new ProblemBody().type(type).status(status).title(detail).detail(detail);
    }

    private static Problem of(String type, ProblemBody body) {
        return switch (body.getType()) {
            case URN_PLAZA_PROBLEM_MALFORMED -> new Malformed(body);
            case URN_PLAZA_PROBLEM_UNAUTHENTICATED -> new Unauthenticated(body);
            case URN_PLAZA_PROBLEM_FORBIDDEN -> new Forbidden(body);
            case URN_PLAZA_PROBLEM_PROTECTED -> new Protected(body);
            case URN_PLAZA_PROBLEM_SUSPENDED -> new Suspended(body);
            case URN_PLAZA_PROBLEM_NOT_FOUND -> new NotFound(body);
            case URN_PLAZA_PROBLEM_METHOD_NOT_ALLOWED -> new MethodNotAllowed(body);
            case URN_PLAZA_PROBLEM_CONFLICT -> new Conflict(body);
            case URN_PLAZA_PROBLEM_ERASED -> new Erased(body);
            case URN_PLAZA_PROBLEM_PRECONDITION_FAILED -> new PreconditionFailed(body);
            case URN_PLAZA_PROBLEM_TOO_LARGE -> new TooLarge(body);
            case URN_PLAZA_PROBLEM_UNSUPPORTED_MEDIA_TYPE -> new UnsupportedMediaType(body);
            case URN_PLAZA_PROBLEM_RULE_BROKEN -> new RuleBroken(body);
            case URN_PLAZA_PROBLEM_TOO_MANY_REQUESTS -> new TooManyRequests(body);
            case URN_PLAZA_PROBLEM_UNAVAILABLE -> new Unavailable(body);
            case URN_PLAZA_PROBLEM_COLLECTION_FULL -> new CollectionFull(body);
            case UNKNOWN_DEFAULT_OPEN_API -> new Other(type, body);
        };
    }
}
