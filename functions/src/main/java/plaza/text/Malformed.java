package plaza.text;

/// A text from outside broke a rule. The message states the rule ("must be …") and is safe to show
/// to the sender; it never repeats what was sent.
///
/// This is the one exception type of malformed input: thrown by parsers, caught where the name of
/// the field is known ([plaza.http.Request] and [plaza.http.Body]).
public final class Malformed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public Malformed(String rule) {
        super(rule, null, false, false);
    }

    /// The broken rule, as a predicate: "must be 1 to 64 characters …".
    public String rule() {
        var rule = getMessage();
        return rule == null ? "" : rule;
    }
}
