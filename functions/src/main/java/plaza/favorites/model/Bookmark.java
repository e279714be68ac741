package plaza.favorites.model;

import java.util.List;

/// One line of a bookmarks file, understood.
///
/// @param favorite what is to be saved
/// @param named whether the file itself names the dataId; else it is made of the address, and a
///   favorite that has the address already is taken instead
/// @param tags each name once, as names are compared
public record Bookmark(Favorite favorite, boolean named, List<TagName> tags) {
    /// Tags of one bookmark: it is written together with them, in one transaction of two actions a
    /// tag.
    public static final int TAGS_MAX = 49;

    public Bookmark {
        tags = List.copyOf(tags);
        if (tags.size() > TAGS_MAX) {
            throw new IllegalArgumentException("too many tags");
        }
    }
}
