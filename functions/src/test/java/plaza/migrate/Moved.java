package plaza.migrate;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.unchanged;

import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.evolution.Migration;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Table;
import plaza.table.TableSchema;
import plaza.table.Write;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// Items move to another key. A reader looks at the old key first: an item moves in one direction
/// only, so one that is not there yet or any more is at the new key by the time of the second read.
/// One BatchGet of both keys is not a read of one moment and can miss the item.
record Moved(boolean readsTogether) implements Shape {
    private static final String TEXT = "text";

    @Override
    public List<Migration> migrations() {
        return List.of(
                new Migration(
                        "moved",
                        THING,
                        2,
                        item ->
                                List.of(
                                        Write.Delete.of(item.key()),
                                        Write.Put.of(moved(item, THING.parse(item.key())))
                                                .onlyIf(absent())),
                        List.of(),
                        ""));
    }

    private static Item moved(Item item, String id) {
        var attributes = new HashMap<>(item.attributes());
        var key = MOVED.key(id);
        attributes.put(TableSchema.PK, AttributeValue.fromS(key.pk()));
        attributes.put(TableSchema.SK, AttributeValue.fromS(key.sk()));
        attributes.put(TableSchema.VERSION, AttributeValue.fromN("2"));
        return new Item(attributes);
    }

    private static Key newKey(int thing) {
        return MOVED.key("t" + thing);
    }

    @Override
    public void change(Table table, int thing, String value, int written) {
        Shape.repeat(() -> attempt(table, thing, value, written));
    }

    private static boolean attempt(Table table, int thing, String value, int written) {
        var old = table.getConsistent(Shape.key(thing));
        if (old != null && written == 1) {
            return Shape.write(table, update(old, value));
        }
        if (old != null) {
            var attributes = new HashMap<>(moved(old, "t" + thing).attributes());
            attributes.put(TEXT, AttributeValue.fromS(value));
            return Shape.write(
                    table,
                    Write.Delete.of(old.key()).onlyIf(unchanged(old)),
                    Write.Put.of(new Item(attributes)).onlyIf(absent()));
        }
        var moved = table.getConsistent(newKey(thing));
        if (moved != null) {
            return Shape.write(table, update(moved, value));
        }
        var key = written == 1 ? Shape.key(thing) : newKey(thing);
        var other = written == 1 ? newKey(thing) : Shape.key(thing);
        return Shape.write(
                table,
                Write.Put.of(
                                Item.at(key)
                                        .with(TEXT, value)
                                        .with(EXTRA, value)
                                        .version(written)
                                        .build())
                        .onlyIf(absent()),
                new Write.Check(other, absent()));
    }

    private static Write update(Item item, String value) {
        return Write.Update.of(item.key()).set(TEXT, value).onlyIf(unchanged(item));
    }

    @Override
    public void remove(Table table, int thing) {
        var _ =
                Shape.write(
                        table, Write.Delete.of(Shape.key(thing)), Write.Delete.of(newKey(thing)));
    }

    @Override
    public @Nullable String read(Table table, int thing, int oldest) {
        if (oldest == 2) {
            return text(table.getConsistent(newKey(thing)));
        }
        if (readsTogether) {
            var found = table.getAll(List.of(newKey(thing), Shape.key(thing)));
            return found.isEmpty() ? null : text(found.getFirst());
        }
        var old = table.getConsistent(Shape.key(thing));
        return text(old == null ? table.getConsistent(newKey(thing)) : old);
    }

    @Override
    public @Nullable String value(Now now, int thing) {
        var old = now.item(Shape.key(thing));
        var moved = now.item(newKey(thing));
        if (old != null && moved != null) {
            throw new IllegalStateException("a thing is in two places");
        }
        return text(old == null ? moved : old);
    }

    private static @Nullable String text(@Nullable Item item) {
        return item == null ? null : Shape.whole(item.text(TEXT), item);
    }

    @Override
    public String toString() {
        return "an item moves to another key";
    }
}
