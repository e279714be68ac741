package plaza.client;

import java.net.http.HttpHeaders;
import org.jspecify.annotations.Nullable;

/// A call that did not succeed. Its message is the detail of its [Problem].
public final class ApiException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;
    private final transient @Nullable HttpHeaders responseHeaders;
    private final @Nullable String responseBody;
    private final transient Problem problem;

    /// There is no response, or it cannot be read.
    public ApiException(Throwable cause) {
        this(0, null, null, Problem.of(cause), cause);
    }

    /// The client does not send the request.
    public ApiException(int code, String message) {
        this(code, null, null, Problem.of(code, null, message), null);
    }

    /// The response is not a success.
    public ApiException(
            int code, String message, HttpHeaders responseHeaders, @Nullable String responseBody) {
        this(code, responseHeaders, responseBody, Problem.of(code, responseBody, message), null);
    }

    private ApiException(
            int code,
            @Nullable HttpHeaders responseHeaders,
            @Nullable String responseBody,
            Problem problem,
            @Nullable Throwable cause) {
        super(problem.detail(), cause);
        this.code = code;
        this.responseHeaders = responseHeaders;
        this.responseBody = responseBody;
        this.problem = problem;
    }

    /// Why the call did not succeed.
    public Problem problem() {
        return problem;
    }

    /// The HTTP status, or 0 if there is no response.
    public int getCode() {
        return code;
    }

    /// The headers of the response, or null if there is none.
    public @Nullable HttpHeaders getResponseHeaders() {
        return responseHeaders;
    }

    /// The text of the response, or null if there is none.
    public @Nullable String getResponseBody() {
        return responseBody;
    }
}
