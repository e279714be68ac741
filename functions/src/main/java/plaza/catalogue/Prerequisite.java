package plaza.catalogue;

/// An item that the caller must have created before a write succeeds.
///
/// A write that other users see under the caller's name requires that name. Private items,
/// anonymous ones and the removal of the caller's own items require nothing.
///
/// @param noun what the caller must have, such as `profile`
/// @param routeKey the route that creates it
public record Prerequisite(String noun, String routeKey) {}
