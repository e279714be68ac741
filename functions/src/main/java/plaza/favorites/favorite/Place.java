package plaza.favorites.favorite;

import java.time.Instant;
import plaza.favorites.id.FolderId;
import plaza.rule.Pure;

/// The position of a favorite in a folder of the bookmarks file that it came from.
///
/// @param order orders the entries of a folder: by import, then by position in the file
@Pure
public record Place(FolderId folder, long order) {
    /// The maximum number of entries of one file. An order is the milliseconds of the import times
    /// this, plus the position, which fits into a `long` until the year 2262.
    private static final long ENTRIES_MAX = 1_000_000;

    /// The order of the entry at a position of a file.
    public static long order(Instant importTime, int position) {
        return importTime.toEpochMilli() * ENTRIES_MAX + Math.min(position, ENTRIES_MAX - 1);
    }

    /// The position of an entry in its file.
    public static int position(long order) {
        return (int) (order % ENTRIES_MAX);
    }

    /// Whether the place is from an import that began at this time.
    public boolean isFrom(Instant importTime) {
        return order / ENTRIES_MAX == importTime.toEpochMilli();
    }

    /// The folder and the order as one text.
    public String text() {
        return folder.value() + ' ' + order;
    }

    public static Place of(String text) {
        var space = text.indexOf(' ');
        return new Place(
                FolderId.of(text.substring(0, space)), Long.parseLong(text.substring(space + 1)));
    }
}
