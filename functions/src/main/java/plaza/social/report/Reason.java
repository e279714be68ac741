package plaza.social.report;

import java.util.Locale;

/// Why something is reported.
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
