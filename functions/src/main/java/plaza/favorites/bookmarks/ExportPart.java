package plaza.favorites.bookmarks;

import java.util.ArrayList;
import org.jspecify.annotations.Nullable;
import plaza.table.Item;
import plaza.table.Page;
import plaza.table.TableSchema.Index;

/// A part of an export: its number, and where it begins. The cursor of a part contains both.
///
/// @param number counted from 1
/// @param after the position of the last favorite of the part before, or null in the first part
record ExportPart(int number, Page.@Nullable Position after) {
    /// The part at a cursor, or the first one.
    static ExportPart at(Page.@Nullable Position cursor) {
        if (cursor == null) {
            return new ExportPart(1, null);
        }
        var texts = cursor.keyAttributes();
        var last = texts.size() - 1;
        return new ExportPart(
                Integer.parseInt(texts.get(last)), new Page.Position(texts.subList(0, last)));
    }

    /// The cursor of the next part, after the item of a favorite.
    Page.Position next(Item last) {
        var texts = new ArrayList<String>();
        Index.LSI_ONE.keyAttributes().forEach(name -> texts.add(last.text(name)));
        texts.add(Integer.toString(number + 1));
        return new Page.Position(texts);
    }

    boolean isFirst() {
        return number == 1;
    }

    private boolean isWhole(boolean isLast) {
        return isFirst() && isLast;
    }

    String fileName(boolean isLast) {
        return isWhole(isLast) ? "bookmarks.html" : "bookmarks-" + number + ".html";
    }

    /// The comment in the first lines of a part; empty if the file is whole.
    String comment(boolean isLast) {
        if (isWhole(isLast)) {
            return "";
        }
        return isLast
                ? "<!-- Part %d of an export from Plaza, the last one. -->\n".formatted(number)
                : "<!-- Part %d of an export from Plaza. The Link header of the response has the address of part %d. -->\n"
                        .formatted(number, number + 1);
    }
}
