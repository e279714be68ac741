package plaza.leaving;

import plaza.id.UserId;

/// What happens outside of the table when a person leaves: their id is remembered, and their login
/// deleted.
@FunctionalInterface
public interface Departure {
    /// That of a system that stores nothing of a person outside of the table.
    Departure WITHIN_TABLE = _ -> {};

    /// Performs it. Repeating it changes nothing.
    ///
    /// @throws RuntimeException of some kind if that did not succeed
    void perform(UserId person);
}
