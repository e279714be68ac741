package plaza.migrate;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.attribute;
import static plaza.table.Condition.exists;

import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.evolution.Migration;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Table;
import plaza.table.TableSchema;
import plaza.table.Write;

/// Several items become one: the value of a thing is in an item beside the main item, and moves
/// into it. Writers of the value change only the item that holds it. Both items have the value with
/// which the thing was created, so that a reader notices another thing of the same id.
///
/// @param wrong a wrong design of the application, or [WrongMigration#NONE]
record Merged(WrongMigration wrong) implements Shape {
    private static final String TEXT = "text";

    @Override
    public List<Migration> migrations() {
        return List.of(
                new Migration(
                        "merged",
                        THING,
                        2,
                        List.of(new Migration.Joined(PARTS, Merged::partOf)),
                        (item, joined) -> {
                            // without its part, the item has changed since it was read
                            var part = joined.getOrDefault(partOf(item), item);
                            return List.of(
                                    Write.Update.of(item.key())
                                            .setOrRemove(TEXT, part.textOrNull(TEXT)),
                                    Write.Delete.of(partOf(item)));
                        },
                        List.of(),
                        ""));
    }

    private static Key partKey(int thing) {
        return partKey("t" + thing);
    }

    private static Key partOf(Item main) {
        return partKey(THING.parse(main.key()));
    }

    private static Key partKey(String id) {
        return PART.key(id, "part");
    }

    @Override
    public void change(Table table, int thing, String value, int written) {
        Shape.repeat(() -> attempt(table, thing, value, written));
    }

    private boolean attempt(Table table, int thing, String value, int written) {
        var main = table.getConsistent(Shape.key(thing));
        if (main == null) {
            return create(table, thing, value, written);
        }
        if (main.version() == 2) {
            return Shape.write(
                    table,
                    Write.Update.of(main.key())
                            .set(TEXT, value)
                            .onlyIf(attribute(TableSchema.VERSION).is(2)));
        }
        var update = Write.Update.of(partKey(thing)).set(TEXT, value);
        return Shape.write(
                table,
                wrong == WrongMigration.OLD_PLACE_WRITTEN ? update : update.onlyIf(exists()));
    }

    private static boolean create(Table table, int thing, String value, int written) {
        var main = Item.at(Shape.key(thing)).with(EXTRA, value).version(written);
        return written == 1
                ? Shape.write(
                        table,
                        Write.Put.of(main.build()).onlyIf(absent()),
                        Write.Put.of(
                                Item.at(partKey(thing))
                                        .with(TEXT, value)
                                        .with(EXTRA, value)
                                        .build()))
                : Shape.write(table, Write.Put.of(main.with(TEXT, value).build()).onlyIf(absent()));
    }

    @Override
    public void remove(Table table, int thing) {
        var _ =
                Shape.write(
                        table, Write.Delete.of(Shape.key(thing)), Write.Delete.of(partKey(thing)));
    }

    @Override
    public @Nullable String read(Table table, int thing, int oldest) {
        var main = table.getConsistent(Shape.key(thing));
        if (main == null || main.version() == 2) {
            return main == null ? null : text(main, main);
        }
        var part = table.getConsistent(partKey(thing));
        if (part != null || wrong == WrongMigration.NEW_PLACE_READ_ONCE) {
            return part == null ? null : isOf(part, main) ? text(part, main) : UNDECIDED;
        }
        var later = table.getConsistent(Shape.key(thing));
        if (later == null) {
            return null;
        }
        return later.version() == 2 ? text(later, later) : UNDECIDED;
    }

    /// Whether both items are of the same creation of a thing.
    private static boolean isOf(Item part, Item main) {
        return part.text(EXTRA).equals(main.text(EXTRA));
    }

    @Override
    public @Nullable String value(Now now, int thing) {
        var main = now.item(Shape.key(thing));
        var part = now.item(partKey(thing));
        if ((main != null && main.version() == 1) != (part != null)) {
            throw new IllegalStateException("a value without its item, or in two places");
        }
        if (main == null) {
            return null;
        }
        return text(part == null ? main : part, main);
    }

    private static String text(Item holder, Item main) {
        return Shape.whole(holder.text(TEXT), main);
    }

    @Override
    public String toString() {
        return "several items become one";
    }
}
