package plaza.migrate;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.evolution.Migration;
import plaza.functions.Catalogue;
import plaza.table.Families;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Variable;
import plaza.table.Write;

/// A kind of change of stored items, with what the releases of an application do with these items.
///
/// Every thing that the application stores has a number and a value of two words. A release writes
/// one version, reads that version and the one before, and reads the one after if it is the release
/// that prepares a migration: it then changes an item of that version without going back.
interface Shape {
    Families KEYS = new Families();

    /// The items of things, those to which things move, and the parts of things.
    ItemKind.Of1<String> THING = KEYS.family("Thing").item("{thing}", Variable.TEXT, "things");

    ItemKind.Of1<String> MOVED =
            KEYS.family("Moved").item("{thing}", Variable.TEXT, "moved things");

    Family.Of1<String> PARTS = KEYS.family("Parts#{thing}", Variable.TEXT);
    ItemKind.Of2<String, String> PART = PARTS.item("{part}", Variable.TEXT, "parts of a thing");

    /// How often a caller repeats an optimistic write.
    int ATTEMPTS_MAX = 4;

    /// An attribute that no migration names, and that must survive all of them.
    String EXTRA = "extra";

    /// What a read returns if its requests did not find items of one moment.
    String UNDECIDED = "undecided";

    List<Migration> migrations();

    /// Creates a thing or gives it another value.
    ///
    /// @param written the version that the release writes
    void change(Table table, int thing, String value, int written);

    /// Removes a thing.
    void remove(Table table, int thing);

    /// Reads a thing with the requests of a caller.
    ///
    /// @param oldest the oldest version that the release reads
    @Nullable String read(Table table, int thing, int oldest);

    /// The value of a thing in this moment.
    @Nullable String value(Now now, int thing);

    /// Checks what else must hold in this moment.
    default void check(Now now, int things) {}

    /// The table in one moment.
    interface Now {
        @Nullable Item item(Key key);
    }

    /// The version in which a release writes an item.
    static int version(Item found, int written) {
        return Math.max(found.version(), written);
    }

    /// The value of a thing, with the attribute that must survive.
    static String whole(String value, Item item) {
        return value + " " + item.textOrNull(EXTRA);
    }

    /// The keys of things, and those of all contexts.
    static KeySpace keySpace() {
        return new KeySpace(
                Stream.concat(
                                KEYS.families().stream(),
                                Catalogue.ALL.keySpace().families().stream())
                        .toList());
    }

    /// The key of the item of a thing that an application without a migration has.
    static Key key(int thing) {
        return THING.key("t" + thing);
    }

    /// Performs the writes all or none.
    ///
    /// @return whether their conditions held
    static boolean write(Table table, Write... writes) {
        var outcome = writes.length == 1 ? table.write(writes[0]) : table.transact(List.of(writes));
        return outcome instanceof Outcome.Done;
    }

    /// Repeats an optimistic write.
    ///
    /// @param attempt returns false if a condition failed
    static void repeat(BooleanSupplier attempt) {
        for (var number = 0; number < ATTEMPTS_MAX; number++) {
            if (attempt.getAsBoolean()) {
                return;
            }
        }
    }
}
