package plaza.favorites.search;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import plaza.rule.Pure;

/// Names that are written with and without a dot: `Node.js` and `nodejs`, `ASP.NET` and `aspnet`,
/// `.NET` and `dotnet`. All texts are folded.
@Pure
final class JoinedNames {
    private static final String LETTERS = "[\\p{L}\\p{M}\\p{N}]";
    private static final String DOT_NET = "dotnet";
    private static final String NET = "net";

    private static final Pattern NAME =
            Pattern.compile("(?<!" + LETTERS + ")(" + LETTERS + "*)\\.(js|net)(?!" + LETTERS + ")");

    private JoinedNames() {}

    /// A name without its dot.
    ///
    /// @param isDotNet whether it is `.NET` itself
    record Joined(String name, boolean isDotNet) {}

    /// Returns the name if the word of a query is one, or else null.
    static @Nullable Joined ofWord(String word) {
        var name = NAME.matcher(word);
        if (!name.matches()) {
            return null;
        }
        if (!name.group(1).isEmpty()) {
            return new Joined(name.group(1) + name.group(2), false);
        }
        return name.group(2).equals(NET) ? new Joined(DOT_NET, true) : null;
    }

    /// The names in a text, each as one word.
    static List<String> in(String text) {
        if (!text.contains(".js") && !text.contains(".net")) {
            return List.of();
        }
        var names = new ArrayList<String>();
        for (var name = NAME.matcher(text); name.find(); ) {
            if (!name.group(1).isEmpty()) {
                names.add(name.group(1) + name.group(2));
            }
            if (name.group(2).equals(NET)) {
                names.add(DOT_NET);
            }
        }
        return names;
    }
}
