package plaza.migrate;

/// A wrong design of a migration that the simulator must detect. Each one is an obvious first idea.
enum WrongMigration {
    /// The real code.
    NONE,
    /// Items are rewritten without the condition that they are as they were read.
    UNCONDITIONAL,
    /// A rewritten item keeps only the attributes that its release names.
    ATTRIBUTES_DROPPED,
    /// An item that moves is deleted first and then written at its new key.
    DELETED_BEFORE_COPIED,
    /// A proof begins although calls of the release that writes the old version are running.
    PROOF_TOO_EARLY,
    /// The release that writes the old version returns while a proof runs.
    ROLLBACK_DURING_PROOF,
    /// A proof reads with eventual consistency.
    PROOF_EVENTUAL,
    /// A new counter begins with the length of the list that it counts.
    COUNT_OF_LIST,
    /// Readers get the old and the new place of an item in one batch.
    PLACES_READ_TOGETHER,
    /// A writer recreates an item that has become a part of another one.
    OLD_PLACE_WRITTEN,
    /// A reader that finds a part in neither item does not read the first one again.
    NEW_PLACE_READ_ONCE
}
