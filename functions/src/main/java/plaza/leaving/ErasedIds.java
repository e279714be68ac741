package plaza.leaving;

import java.time.Instant;
import java.util.function.Predicate;
import plaza.id.UserId;

/// The ids of the persons who have left, outside of the table. A restored backup contains the
/// persons again, and no erasure of those who left after it.
public interface ErasedIds {
    /// Those of a system without backups.
    ErasedIds NONE =
            new ErasedIds() {
                @Override
                public void remember(UserId person) {}

                @Override
                public Predicate<String> since(Instant time) {
                    return _ -> false;
                }
            };

    /// Remembers that a person has left. Repeating it changes nothing.
    void remember(UserId person);

    /// Whether the person with an id has left since this time.
    Predicate<String> since(Instant time);
}
