package plaza.job;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The kinds of work of one context.
///
/// @param type a sealed type whose permitted records are the kinds
/// @param reader reads stored work; returns null if it is of no kind of this context
public record WorkType<W extends Work>(Class<W> type, Function<StoredWork, @Nullable W> reader) {
    /// The kinds.
    public List<Class<? extends Work>> kinds() {
        return List.of(type.getPermittedSubclasses()).stream()
                .<Class<? extends Work>>map(kind -> kind.asSubclass(Work.class))
                .toList();
    }

    /// Reads stored work. Returns null if it is of no kind of this context.
    public @Nullable W readOrNull(StoredWork stored) {
        return reader.apply(stored);
    }
}
