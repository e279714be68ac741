package plaza.catalogue;

/// The callers that a route admits.
public enum Access {
    /// The user whose id the path contains.
    OWNER,
    /// The author of the post whose id the path contains. Only the table has the author, so the
    /// function compares them.
    AUTHOR,
    /// Any signed-in user.
    ANY_USER,
    /// A member of the group `admin`.
    ADMIN
}
