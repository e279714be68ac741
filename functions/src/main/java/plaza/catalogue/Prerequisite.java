package plaza.catalogue;

/// An item that the caller must have created before a write succeeds.
///
/// A write that other users see under the caller's name requires that name. Private items
/// (favorites), anonymous ones (views) and the removal of the caller's own items require nothing.
public enum Prerequisite {
    /// The caller's profile, which PutUserInfo writes.
    PROFILE,
    /// The caller's gamer, which PutGamer writes. A gamer requires no profile, because contexts do
    /// not depend on each other.
    GAMER
}
