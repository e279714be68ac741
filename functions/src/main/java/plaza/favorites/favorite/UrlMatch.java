package plaza.favorites.favorite;

import plaza.rule.Pure;

/// How a saved address matches an address with the same normalised form, so that a client can
/// decide whether to offer to save the second one.
@Pure
public enum UrlMatch {
    /// The addresses are equal in every character.
    EXACT("exact"),

    /// The addresses differ only in what never changes the page: scheme, case of the host, default
    /// port, percent-encoding, Unicode composition, slashes at the end, campaign parameters. The
    /// address is saved.
    SAME_ADDRESS("sameAddress"),

    /// The addresses differ in the fragment: another place in the same page, or another page of a
    /// site that uses fragments as addresses. Only the user can decide which.
    SAME_PAGE("samePage");

    private final String wireName;

    UrlMatch(String wireName) {
        this.wireName = wireName;
    }

    /// The name in responses.
    public String wireName() {
        return wireName;
    }
}
