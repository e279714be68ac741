package plaza.model.expected;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The rules of docs/favorites.md for equal tag names, equal pages and search, as far as the values
/// of the command sequences need them.
public final class NameRules {
    private static final Pattern LATIN = Pattern.compile("[a-z0-9]+");
    private static final Pattern HAN = Pattern.compile("\\p{IsHan}+");

    private NameRules() {}

    /// Returns a name as it is stored: trimmed, with single spaces.
    public static String folded(String name) {
        return name.strip().replaceAll("\\s+", " ");
    }

    /// Returns a name as it is compared: without format characters, and with a blank symbol as a
    /// space.
    public static String normalised(String name) {
        var visible = name.replaceAll("\\p{Cf}", "").replace('\u2800', ' ');
        return folded(Normalizer.normalize(visible, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT));
    }

    /// Returns a URL as pages are compared: `https` instead of `http`, without the default port,
    /// the trailing slash, the fragment and campaign parameters, and with a lower-case host.
    public static String page(String url) {
        var text = url.replaceAll("#.*", "").replaceAll("[?&]utm_[a-z]+=[^&]*", "");
        var slashes = text.indexOf("://") + 3;
        var scheme = text.substring(0, slashes).replace("http://", "https://");
        var rest = text.substring(slashes);
        var path = rest.indexOf('/') < 0 ? rest.length() : rest.indexOf('/');
        var host = rest.substring(0, path).toLowerCase(Locale.ROOT).replaceAll(":(80|443)$", "");
        return scheme + host + rest.substring(path).replaceAll("/$", "");
    }

    public static boolean isSamePage(String one, String other) {
        return page(one).equals(page(other));
    }

    /// How the URLs of one page match: `exact`, or equal but for their spelling, or with another
    /// fragment.
    public static String match(String one, String other) {
        if (one.equals(other)) {
            return "exact";
        }
        return fragment(one).equals(fragment(other)) ? "sameAddress" : "samePage";
    }

    private static String fragment(String url) {
        return url.replaceAll("^[^#]*#?", "");
    }

    /// Whether a query contains something to search for: a letter or digit.
    public static boolean canBeSearched(String query) {
        return !runs(query, HAN).isEmpty() || !runs(query, LATIN).isEmpty();
    }

    /// Whether every word of the query is a prefix of a word in title, host, path, note or the name
    /// of a tag, and every run of Han characters occurs in them.
    public static boolean matches(
            String query,
            String title,
            @Nullable String url,
            @Nullable String note,
            List<String> tagNames) {
        var text =
                title
                        + '\n'
                        + (url == null ? "" : page(url).replaceAll("^[a-z0-9]+://|\\?.*$", " "))
                        + '\n'
                        + (note == null ? "" : note)
                        + '\n'
                        + String.join("\n", tagNames);
        var words = runs(text, LATIN);
        var hanRuns = runs(text, HAN);
        return runs(query, LATIN).stream()
                        .allMatch(
                                wanted -> words.stream().anyMatch(word -> word.startsWith(wanted)))
                && runs(query, HAN).stream()
                        .allMatch(wanted -> hanRuns.stream().anyMatch(run -> run.contains(wanted)));
    }

    private static List<String> runs(String text, Pattern kind) {
        var runs = new ArrayList<String>();
        var run = kind.matcher(text.toLowerCase(Locale.ROOT));
        while (run.find()) {
            runs.add(run.group());
        }
        return runs;
    }
}
