package plaza.text;

/// Thrown when input breaks a rule. The message states the rule ("must be …") and never repeats
/// what a caller of the API sent, so it is safe to send back.
///
/// It is the only exception type for input: what a caller of the API, an operator, a setting or a
/// file sends. Parsers throw it, and callers that have the name of the field catch it
/// ([plaza.http.Request] and [plaza.http.Body]). An `IllegalArgumentException` is a defect: code
/// passes an argument that it had to check, or an item is corrupt. It is caught only directly
/// around a parser of the JDK, and where one corrupt item must not stop the work on others.
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

    /// The broken rule as a sentence, for example "The field `name` is required."
    public String about(String subject) {
        return subject + ' ' + rule() + '.';
    }
}
