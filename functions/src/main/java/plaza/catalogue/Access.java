package plaza.catalogue;

/// The callers that a route admits.
public enum Access {
    /// The user whose id the path contains.
    OWNER,
    /// The user whose id the path contains, and members of the group `admin`.
    OWNER_OR_ADMIN,
    /// The user who created the resource that the path names. Only the table has its creator, so
    /// the function compares them.
    CREATOR,
    /// Any signed-in user.
    ANY_USER,
    /// A member of the group `admin`.
    ADMIN
}
