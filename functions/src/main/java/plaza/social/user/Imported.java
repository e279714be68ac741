package plaza.social.user;

import plaza.table.Item;

/// Marks items that the import of a model wrote.
public final class Imported {
    /// Marks imported posts, follows, likes and taggings. The import also wrote what follows from
    /// them, so the stream functions ignore the record of their creation.
    public static final String IMPORTED = "imported";

    private Imported() {}

    /// The part of a count that was imported without edges. AWS's sample user has three billion
    /// followers, of which the file contains three. The count is the number of edges plus this
    /// part.
    public static long importedPart(Item counter, String attribute) {
        var part = counter.numberOrNull(importedPart(attribute));
        return part == null ? 0 : part;
    }

    /// The attribute that stores the imported part of a count.
    public static String importedPart(String attribute) {
        return attribute + "Imported";
    }

    /// Whether an item was imported.
    public static boolean imported(Item item) {
        return item.flag(IMPORTED);
    }
}
