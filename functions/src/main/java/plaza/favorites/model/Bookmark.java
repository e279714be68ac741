package plaza.favorites.model;

import java.util.List;

/// One bookmark of a bookmarks file, parsed.
///
/// @param favorite what is to be saved
/// @param named whether the file itself gives the dataId; without it the dataId derives from the
///   exact address
/// @param tags each name once, as names are compared
/// @param line the line of the file, counted from 1
public record Bookmark(Favorite favorite, boolean named, List<TagName> tags, int line) {
    /// Tags of one bookmark: it is written together with them, in one transaction of two actions a
    /// tag.
    public static final int TAGS_MAX = 49;

    public Bookmark {
        tags = List.copyOf(tags);
        if (tags.size() > TAGS_MAX) {
            throw new IllegalArgumentException("too many tags");
        }
    }

    /// The same bookmark of a favorite that is described otherwise.
    public Bookmark of(Favorite other) {
        return new Bookmark(other, named, tags, line);
    }
}
