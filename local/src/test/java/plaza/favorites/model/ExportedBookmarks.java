package plaza.favorites.model;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// Reads an exported bookmarks file line by line: each bookmark with its attributes, the text of
/// its link, and the note below it.
final class ExportedBookmarks {
    private static final Pattern BOOKMARK =
            Pattern.compile("<DT><A([^>]*)>([^<]*)</A>\\n(?:\\s*<DD>([^<]*)\\n)?");
    private static final Pattern ATTRIBUTE = Pattern.compile("([A-Z_]+)=\"([^\"]*)\"");

    private ExportedBookmarks() {}

    static ArrayNode items(String file) {
        var items = JsonNodeFactory.instance.arrayNode();
        var bookmark = BOOKMARK.matcher(file);
        while (bookmark.find()) {
            var item = items.addObject();
            var attributes = new TreeMap<String, String>();
            var attribute = ATTRIBUTE.matcher(bookmark.group(1));
            while (attribute.find()) {
                attributes.put(
                        attribute.group(1).toLowerCase(Locale.ROOT), unescaped(attribute.group(2)));
            }
            attributes.forEach(item::put);
            item.put("title", unescaped(bookmark.group(2)));
            if (bookmark.group(3) != null) {
                item.put("note", unescaped(bookmark.group(3)));
            }
        }
        return items;
    }

    private static String unescaped(String text) {
        var plain = text;
        for (var entity : Map.of("&lt;", "<", "&gt;", ">", "&quot;", "\"").entrySet()) {
            plain = plain.replace(entity.getKey(), entity.getValue());
        }
        return plain.replace("&amp;", "&");
    }
}
