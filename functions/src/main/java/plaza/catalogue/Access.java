package plaza.catalogue;

/// The callers that a route admits.
public enum Access {
    /// The user whose id the path contains.
    OWNER,
    /// Any signed-in user.
    ANY_USER,
    /// A member of the group `admin`.
    ADMIN
}
