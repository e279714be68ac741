package plaza.evolution;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import plaza.functions.Catalogue;
import plaza.table.Item;
import plaza.table.TableSchema;

/// The attributes of the items of one version of a kind, besides the primary key.
///
/// @param version the kind and the version
/// @param types the types of the attributes by name; `?` follows that of an attribute that an item
///   can lack
/// @param note why no sample writes such an item; empty if samples write it
record ItemShape(String version, Map<String, String> types, String note) {
    private static final String NUMBER = " v";
    private static final String OPTIONAL = "?";
    private static final String NOTE = " # ";

    /// The kind and the version of an item.
    static String versionOf(Item item) {
        return Catalogue.ALL.keySpace().kindOf(item.key()) + NUMBER + item.version();
    }

    static ItemShape of(String version, List<Item> items) {
        var types = new TreeMap<String, String>();
        for (var item : items) {
            types.putAll(typesOf(item));
        }
        types.replaceAll((name, type) ->
                items.stream().allMatch(item -> item.has(name)) ? type : type + OPTIONAL);
        return new ItemShape(version, types, "");
    }

    static ItemShape parse(String line) {
        var parts = line.split(NOTE, 2);
        var columns = parts[0].split(":", 2);
        var types = new TreeMap<String, String>();
        for (var attribute : columns[1].split(",", -1)) {
            if (!attribute.isBlank()) {
                var words = attribute.strip().split(" ", 2);
                types.put(words[0], words[1]);
            }
        }
        return new ItemShape(columns[0], types, parts.length == 1 ? "" : parts[1]);
    }

    /// The kind, as the key chart writes it.
    String kind() {
        return version.substring(0, version.lastIndexOf(NUMBER));
    }

    /// The number of the version.
    int number() {
        return Integer.parseInt(version.substring(kind().length() + NUMBER.length()));
    }

    String line() {
        var attributes = new ArrayList<String>();
        types.forEach((name, type) -> attributes.add(" " + name + " " + type));
        return version + ":" + String.join(",", attributes) + (note.isEmpty() ? "" : NOTE + note);
    }

    /// Returns the attributes of an item that the shape does not allow, and those that it requires
    /// and the item lacks.
    List<String> differences(Item item) {
        var differences = new ArrayList<String>();
        var found = typesOf(item);
        found.forEach((name, type) -> {
            var allowed = types.getOrDefault(name, "");
            if (!allowed.equals(type) && !allowed.equals(type + OPTIONAL)) {
                differences.add(version + " has " + name + " " + type);
            }
        });
        types.forEach((name, type) -> {
            if (!type.endsWith(OPTIONAL) && !found.containsKey(name)) {
                differences.add(version + " lacks " + name);
            }
        });
        return differences;
    }

    private static Map<String, String> typesOf(Item item) {
        var types = new TreeMap<String, String>();
        item.attributes().forEach((name, value) -> types.put(name, value.type().toString()));
        types.remove(TableSchema.PK);
        types.remove(TableSchema.SK);
        return types;
    }
}
