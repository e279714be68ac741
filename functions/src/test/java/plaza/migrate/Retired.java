package plaza.migrate;

import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.evolution.Migration;
import plaza.id.FolderId;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;

/// A kind is retired: the new release neither writes nor reads it, and its items are deleted.
record Retired() implements Shape {
    @Override
    public List<Migration> migrations() {
        return List.of(
                new Migration(
                        "retired",
                        KeySpace.FOLDER,
                        2,
                        item -> List.of(Write.Delete.of(item.key())),
                        List.of(),
                        ""));
    }

    private static Key key(int thing) {
        return KeySpace.FOLDER.key(USER, FolderId.of("t" + thing));
    }

    @Override
    public boolean change(Table table, int thing, String value, int written) {
        return written == 1
                && table.write(Write.Put.of(Item.at(key(thing)).with(EXTRA, value).build()))
                        instanceof Outcome.Done;
    }

    @Override
    public boolean remove(Table table, int thing, int written) {
        return table.write(Write.Delete.of(key(thing))) instanceof Outcome.Done;
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
