package plaza.model;

/// An answer that no model admits.
final class Difference extends AssertionError {
    private static final long serialVersionUID = 1L;

    private final String function;

    /// @param function whose answer it is
    Difference(String function, String what) {
        super(what);
        this.function = function;
    }

    Difference(String function, String what, Throwable cause) {
        super(what, cause);
        this.function = function;
    }

    String function() {
        return function;
    }
}
