package plaza.migrate;

import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.evolution.Migration;
import plaza.table.Item;
import plaza.table.Table;
import plaza.table.Write;

/// A kind is retired: the new release neither writes nor reads it, and its items are deleted.
record Retired() implements Shape {
    @Override
    public List<Migration> migrations() {
        return List.of(
                new Migration(
                        "retired",
                        THING,
                        2,
                        item -> List.of(Write.Delete.of(item.key())),
                        List.of(),
                        ""));
    }

    @Override
    public void change(Table table, int thing, String value, int written) {
        if (written == 1) {
            var put = Write.Put.of(Item.at(Shape.key(thing)).with(EXTRA, value).build());
            var _ = Shape.write(table, put);
        }
    }

    @Override
    public void remove(Table table, int thing) {
        var _ = Shape.write(table, Write.Delete.of(Shape.key(thing)));
    }

    @Override
    public @Nullable String read(Table table, int thing, int oldest) {
        return null;
    }

    @Override
    public @Nullable String value(Now now, int thing) {
        return null;
    }

    @Override
    public String toString() {
        return "a kind is retired";
    }
}
