package plaza.table;

import java.util.function.Function;

/// The result of one attempt at an optimistic write (read, decide, write on the condition that
/// nothing changed), which [Table#optimistically] repeats.
public sealed interface Attempt<T> {
    /// The attempt was the last one.
    record Done<T>(T value) implements Attempt<T> {}

    /// Another writer changed an item after this attempt read it.
    record TryAgain<T>() implements Attempt<T> {}

    /// The result of the last attempt.
    static <T> Attempt<T> done(T value) {
        return new Done<>(value);
    }

    /// The result of an attempt that another writer prevented.
    static <T> Attempt<T> tryAgain() {
        return new TryAgain<>();
    }

    /// Converts the value of the last attempt.
    default <R> Attempt<R> map(Function<T, R> conversion) {
        return switch (this) {
            case Done<T>(var value) -> done(conversion.apply(value));
            case TryAgain<T>() -> tryAgain();
        };
    }
}
