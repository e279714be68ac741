package plaza.infra.settings;

import java.net.URI;
import java.util.Locale;
import java.util.regex.Pattern;

/// Distinguishes addresses that are safe for real users from those of a developer's machine.
final class PublicAddress {
    private static final Pattern LOOPBACK =
            Pattern.compile("(.+\\.)?localhost\\.?|127(\\.\\d+){3}|0\\.0\\.0\\.0|\\[::1]");

    private PublicAddress() {}

    /// Returns whether an address belongs to a public https page or an app (`plaza://callback`).
    /// Over http, others on the network could read the authorization code; at a local host, any
    /// program on the user's machine could receive it.
    static boolean is(String text) {
        try {
            var uri = URI.create(text);
            var scheme = uri.getScheme();
            var host = uri.getHost();
            return scheme != null
                    && !scheme.equalsIgnoreCase("http")
                    && host != null
                    && !LOOPBACK.matcher(host.toLowerCase(Locale.ROOT)).matches();
        } catch (IllegalArgumentException _) {
            return false;
        }
    }
}
