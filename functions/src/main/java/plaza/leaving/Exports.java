package plaza.leaving;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import plaza.http.Ids;
import plaza.http.Schema.Text;
import plaza.http.Shape;
import plaza.id.UserId;

/// What an export contains of all contexts.
///
/// @param kinds the kinds of lines, in their order
public record Exports(List<ExportedKind<?>> kinds) {
    /// The word of the first line.
    public static final String USER = "user";

    /// The first line, which states whose lines follow: most kinds do not name the user.
    public static final Shape<UserId> FIRST_LINE =
            Shape.<UserId>named("ExportedUser")
                    .with(ExportedKind.KIND, Text.words(USER), _ -> USER)
                    .with("userId", Ids.USER, user -> user);

    /// @throws IllegalArgumentException if two kinds have the same word
    public Exports {
        kinds = List.copyOf(kinds);
        if (shapes(kinds).size() <= kinds.size()) {
            throw new IllegalArgumentException("two kinds of lines have one word");
        }
    }

    /// The kinds of these contexts.
    public static Exports of(List<ContextExport> contexts) {
        var kinds = new ArrayList<ExportedKind<?>>();
        contexts.forEach(context -> kinds.addAll(context.kinds()));
        return new Exports(kinds);
    }

    /// The shapes of the lines by their words, that of the first line first.
    public Map<String, Shape<?>> shapes() {
        return shapes(kinds);
    }

    private static Map<String, Shape<?>> shapes(List<ExportedKind<?>> kinds) {
        var shapes = new LinkedHashMap<String, Shape<?>>();
        shapes.put(USER, FIRST_LINE);
        kinds.forEach(kind -> shapes.put(kind.word(), kind.shape()));
        return shapes;
    }

    /// The position of the kind with this word.
    ///
    /// @return the number of kinds if there is none: the cursor of a release that had it
    public int indexOf(String word) {
        for (var index = 0; index < kinds.size(); index++) {
            if (kinds.get(index).word().equals(word)) {
                return index;
            }
        }
        return kinds.size();
    }
}
