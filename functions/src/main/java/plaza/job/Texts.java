package plaza.job;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.table.Page;

/// Values in the texts of an item, read in the order in which they were written.
public final class Texts {
    private final Deque<String> remaining = new ArrayDeque<>();

    /// Reads lists of texts, one after the other.
    @SafeVarargs
    public Texts(List<String>... lists) {
        for (var list : lists) {
            remaining.addAll(list);
        }
    }

    /// Whether no text remains.
    public boolean isEmpty() {
        return remaining.isEmpty();
    }

    public String text() {
        return remaining.removeFirst();
    }

    public <T> T next(Function<String, T> parse) {
        return parse.apply(text());
    }

    public int number() {
        return next(Integer::valueOf);
    }

    public Instant time() {
        return Instant.ofEpochMilli(next(Long::valueOf));
    }

    /// The position that the remaining texts are; null if no text remains.
    public Page.@Nullable Position position() {
        return isEmpty() ? null : new Page.Position(List.copyOf(remaining));
    }

    /// The texts of values: none of a null, several of a position.
    public static List<String> of(@Nullable Object... values) {
        var texts = new ArrayList<String>();
        for (var value : values) {
            switch (value) {
                case null -> {}
                case Instant time -> texts.add(Long.toString(time.toEpochMilli()));
                case Page.Position position -> texts.addAll(position.keyAttributes());
                default -> texts.add(value.toString());
            }
        }
        return List.copyOf(texts);
    }
}
