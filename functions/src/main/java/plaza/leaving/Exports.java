package plaza.leaving;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import plaza.http.Shape;

/// What an export contains of all contexts.
///
/// @param kinds the kinds of lines, in their order
public record Exports(List<ExportedKind<?>> kinds) {
    /// @throws IllegalArgumentException if two kinds have the same word
    public Exports {
        kinds = List.copyOf(kinds);
        var words = new HashSet<String>();
        for (var kind : kinds) {
            if (!words.add(kind.word())) {
                throw new IllegalArgumentException("two kinds of lines have one word");
            }
        }
    }

    /// The kinds of these contexts.
    public static Exports of(List<ContextExport> contexts) {
        var kinds = new ArrayList<ExportedKind<?>>();
        contexts.forEach(context -> kinds.addAll(context.kinds()));
        return new Exports(kinds);
    }

    /// The shapes of the lines.
    public List<Shape<?>> shapes() {
        return kinds.stream().<Shape<?>>map(ExportedKind::shape).toList();
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
