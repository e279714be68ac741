package plaza.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import org.jspecify.annotations.Nullable;
import plaza.client.model.Problem;

/// A call that did not succeed.
public final class PlazaException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final transient @Nullable Problem problem;

    PlazaException(ApiException cause) {
        this(cause, problemOrNull(cause));
    }

    private PlazaException(ApiException cause, @Nullable Problem problem) {
        super(problem == null ? cause.getMessage() : problem.getDetail(), cause);
        this.status = cause.getCode();
        this.problem = problem;
    }

    /// The HTTP status, or 0 if there was no response.
    public int status() {
        return status;
    }

    /// The problem that the API describes, or null: `getDetail()` says what to do.
    public @Nullable Problem problemOrNull() {
        return problem;
    }

    private static @Nullable Problem problemOrNull(ApiException exception) {
        if (exception.getResponseBody() == null) {
            return null;
        }
        try {
            return ApiClient.createDefaultObjectMapper()
                    .readValue(exception.getResponseBody(), Problem.class);
        } catch (JsonProcessingException notAProblem) {
            return null;
        }
    }
}
