package plaza.model;

/// A response that differs from every one that the model accepts.
public final class Difference extends AssertionError {
    private static final long serialVersionUID = 1L;

    private final String function;

    /// @param function the function that sent the response
    Difference(String function, String message) {
        super(message);
        this.function = function;
    }

    Difference(String function, String message, Throwable cause) {
        super(message, cause);
        this.function = function;
    }

    String function() {
        return function;
    }
}
