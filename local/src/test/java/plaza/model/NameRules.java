package plaza.model;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// What counts as the same name, the same page, and as found: the rules of docs/favorites.md, as
/// far as the few words of the stories need them.
final class NameRules {
    private static final Pattern LATIN = Pattern.compile("[a-z0-9]+");
    private static final Pattern HAN = Pattern.compile("\\p{IsHan}+");

    private NameRules() {}

    /// A name as it is kept: trimmed, white space folded.
    static String folded(String name) {
        return name.strip().replaceAll("\\s+", " ");
    }

    /// A name as it is compared: without format characters, and with a blank symbol as a space.
    static String normalised(String name) {
        var seen = name.replaceAll("\\p{Cf}", "").replace('\u2800', ' ');
        return folded(Normalizer.normalize(seen, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT));
    }

    /// http is https, also with its port; a slash at the end, a fragment and campaign parameters do
    /// not count; the host has no case.
    static String page(String url) {
        var text = url.replaceAll("#.*", "").replaceAll("[?&]utm_[a-z]+=[^&]*", "");
        var slashes = text.indexOf("://") + 3;
        var scheme = text.substring(0, slashes).replace("http://", "https://");
        var rest = text.substring(slashes);
        var path = rest.indexOf('/') < 0 ? rest.length() : rest.indexOf('/');
        var host = rest.substring(0, path).toLowerCase(Locale.ROOT).replaceAll(":(80|443)$", "");
        return scheme + host + rest.substring(path).replaceAll("/$", "");
    }

    static boolean isSamePage(String one, String other) {
        return page(one).equals(page(other));
    }

    /// A character of a script without spaces is too little by itself, and no letter or digit is
    /// nothing.
    static boolean canBeSearched(String query) {
        var hanRuns = runs(query, HAN);
        return hanRuns.isEmpty()
                ? !runs(query, LATIN).isEmpty()
                : hanRuns.stream().allMatch(run -> run.length() > 1);
    }

    /// Whether every word of the query begins a word of title, host, path or note, and every run of
    /// Han characters stands in it.
    static boolean matches(
            String query, String title, @Nullable String url, @Nullable String note) {
        var text =
                title
                        + '\n'
                        + (url == null ? "" : page(url).replaceAll("^[a-z0-9]+://|\\?.*$", " "))
                        + '\n'
                        + (note == null ? "" : note);
        var words = runs(text, LATIN);
        var hanRuns = runs(text, HAN);
        return runs(query, LATIN).stream()
                        .allMatch(asked -> words.stream().anyMatch(word -> word.startsWith(asked)))
                && runs(query, HAN).stream()
                        .allMatch(asked -> hanRuns.stream().anyMatch(run -> run.contains(asked)));
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
