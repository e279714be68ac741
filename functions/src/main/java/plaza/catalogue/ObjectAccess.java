package plaza.catalogue;

/// What a function of the API does with objects beside the table.
public enum ObjectAccess {
    /// It signs requests with which clients store objects. A system without a store has no such
    /// function.
    SIGN,
    /// It reads what clients stored and copies it to where it is served.
    USE
}
