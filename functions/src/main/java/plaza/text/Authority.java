package plaza.text;

import com.ibm.icu.text.IDNA;
import java.net.InetAddress;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// The host and the port of an http or https address, in the form in which a browser sends them.
///
/// Names follow UTS 46 without the transitional mappings, with the checks of bidirectional text and
/// joiners and without the rules for hyphens, as the URL standard of browsers (WHATWG) has it: `ß`
/// is not `ss`, and names in emoji and in scripts of any version of Unicode are names.
///
/// @param host in lower case and in ASCII, without a final dot; an IPv6 address is written in full
/// @param port `:8443`, or empty for the ports 80 and 443 and without a port
public record Authority(String host, String port) {
    private static final int HOST_LENGTH_MAX = 253;
    private static final int PORT_MAX = 65_535;
    private static final Set<String> DEFAULT_PORTS = Set.of("80", "443");

    /// The beginning of a label that encodes characters other than ASCII.
    private static final String ENCODED = "xn--";

    private static final Pattern NAME = Pattern.compile("[a-z0-9_-]{1,63}(?:\\.[a-z0-9_-]{1,63})*");

    /// The rules that browsers do not apply, and the lengths, which [#NAME] limits.
    private static final Set<IDNA.Error> ACCEPTED =
            Set.of(
                    IDNA.Error.EMPTY_LABEL,
                    IDNA.Error.LABEL_TOO_LONG,
                    IDNA.Error.DOMAIN_NAME_TOO_LONG,
                    IDNA.Error.LEADING_HYPHEN,
                    IDNA.Error.TRAILING_HYPHEN,
                    IDNA.Error.HYPHEN_3_4);

    /// The tables of Unicode, which take 100 ms to load. Nearly all names are ASCII and do not need
    /// them.
    private static final class Names {
        static final IDNA UTS_46 =
                IDNA.getUTS46Instance(
                        IDNA.NONTRANSITIONAL_TO_ASCII
                                | IDNA.NONTRANSITIONAL_TO_UNICODE
                                | IDNA.CHECK_BIDI
                                | IDNA.CHECK_CONTEXTJ);
    }

    /// Parses the part of an address between `//` and the path.
    ///
    /// @throws Malformed if it contains a user name, or the host or the port is invalid
    public static Authority parse(String authority) {
        if (authority.indexOf('@') >= 0) {
            throw new Malformed("must be a URL without user information");
        }
        var colon = authority.indexOf(':', authority.lastIndexOf(']') + 1);
        return new Authority(
                host(colon < 0 ? authority : authority.substring(0, colon)),
                colon < 0 ? "" : port(authority.substring(colon + 1)));
    }

    /// The host as people read it: `xn--r8jz45g.jp` is `例え.jp`.
    public String shownHost() {
        return host.contains(ENCODED)
                ? Names.UTS_46.nameToUnicode(host, new StringBuilder(), new IDNA.Info()).toString()
                : host;
    }

    private static String host(String text) {
        if (text.startsWith("[") && text.endsWith("]")) {
            return literal(text.substring(1, text.length() - 1));
        }
        var decoded = PercentEncoding.decoded(text);
        // This bounds the work below, and ICU accepts no more than a thousand.
        if (decoded.codePointCount(0, decoded.length()) > HOST_LENGTH_MAX + 1) {
            throw invalidHost();
        }
        var name = ascii(decoded);
        if (name.endsWith(".")) {
            name = name.substring(0, name.length() - 1);
        }
        if (name.length() > HOST_LENGTH_MAX || !NAME.matcher(name).matches()) {
            throw invalidHost();
        }
        return name;
    }

    private static String ascii(String name) {
        var lowerCase = name.toLowerCase(Locale.ROOT);
        if (isAscii(name) && !lowerCase.contains(ENCODED)) {
            return lowerCase;
        }
        var info = new IDNA.Info();
        var ascii = Names.UTS_46.nameToASCII(name, new StringBuilder(), info).toString();
        if (!ACCEPTED.containsAll(info.getErrors())) {
            throw invalidHost();
        }
        return ascii;
    }

    private static boolean isAscii(String text) {
        return text.chars().allMatch(character -> character < 0x80);
    }

    /// Writes an IPv6 address in full. The check comes first so that the text is numeric and no DNS
    /// lookup happens.
    private static String literal(String address) {
        if (!address.matches("[0-9a-fA-F.]*:[0-9a-fA-F:.]*")) {
            throw invalidHost();
        }
        try {
            var full = InetAddress.ofLiteral(address).getHostAddress();
            return full.indexOf(':') < 0 ? full : '[' + full + ']';
        } catch (IllegalArgumentException _) {
            throw invalidHost();
        }
    }

    private static String port(String digits) {
        if (digits.isEmpty()) {
            return "";
        }
        if (!digits.matches("[0-9]{1,5}") || Integer.parseInt(digits) > PORT_MAX) {
            throw new Malformed("must be a URL with a port of at most " + PORT_MAX);
        }
        var port = Integer.toString(Integer.parseInt(digits));
        return DEFAULT_PORTS.contains(port) ? "" : ':' + port;
    }

    private static Malformed invalidHost() {
        return new Malformed("must be a URL with a valid host");
    }
}
