package plaza.social.report;

import java.util.Locale;
import plaza.rule.Pure;

/// Why something is reported.
@Pure
public enum Reason {
    SPAM,
    ABUSE,
    ILLEGAL,
    OTHER;

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Reason of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
    }
}
