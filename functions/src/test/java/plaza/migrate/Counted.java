package plaza.migrate;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.exists;
import static plaza.table.Condition.unchanged;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.evolution.Migration;
import plaza.id.UserId;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Query;
import plaza.table.Table;
import plaza.table.TableSchema;
import plaza.table.Write;

/// A counter of edges is introduced while edges come and go. The counter counts edges of version 2,
/// and the migration of an edge counts it, so the counter is exact when no edge of version 1 is
/// left.
///
/// @param isListed the wrong design: the migration of the counter's item sets the length of the
///   list, which moves while it is read
record Counted(boolean isListed) implements Shape {
    private static final PostId POST = PostId.of("p");
    private static final Key COUNTER = SocialKeys.POST_COUNTER.key(POST);
    private static final String NUMBER = "number";
    private static final String TEXT = "text";

    @Override
    public List<Migration> migrations() {
        return List.of(
                new Migration(
                        "counted",
                        SocialKeys.LIKE,
                        2,
                        edge ->
                                List.of(
                                        Write.Update.of(edge.key()),
                                        Write.Update.of(COUNTER).add(NUMBER, 1).onlyIf(exists())),
                        List.of(),
                        ""));
    }

    /// Creates the counter, and counts the list in the wrong design.
    void prepare(Table table) {
        var listed = 0L;
        if (isListed) {
            var query = Query.in(SocialKeys.LIKES.of(POST)).consistent();
            listed = table.read(query, 100, null).items().size();
        }
        var _ =
                table.write(
                        Write.Put.of(Item.at(COUNTER).with(NUMBER, listed).build())
                                .onlyIf(absent()));
    }

    private static Key key(int thing) {
        return SocialKeys.LIKE.key(POST, UserId.of("t" + thing));
    }

    private static Write count(long delta) {
        return Write.Update.of(COUNTER).add(NUMBER, delta).onlyIf(exists());
    }

    @Override
    public void change(Table table, int thing, String value, int written) {
        Shape.repeat(() -> {
            var found = table.getConsistent(key(thing));
            if (found != null && (written == 1 || found.version() == 2)) {
                return Shape.write(
                        table,
                        Write.Update.of(found.key()).set(TEXT, value).onlyIf(unchanged(found)));
            }
            if (found != null) {
                return Shape.write(
                        table,
                        Write.Update.of(found.key())
                                .set(TEXT, value)
                                .set(TableSchema.VERSION, 2)
                                .onlyIf(unchanged(found)),
                        count(1));
            }
            var edge =
                    Write.Put.of(
                                    Item.at(key(thing))
                                            .with(TEXT, value)
                                            .with(EXTRA, value)
                                            .version(written)
                                            .build())
                            .onlyIf(absent());
            return written == 1 ? Shape.write(table, edge) : Shape.write(table, edge, count(1));
        });
    }

    @Override
    public void remove(Table table, int thing) {
        Shape.repeat(() -> {
            var found = table.getConsistent(key(thing));
            if (found == null) {
                return true;
            }
            var deletion = Write.Delete.of(found.key()).onlyIf(unchanged(found));
            return found.version() == 1
                    ? Shape.write(table, deletion)
                    : Shape.write(table, deletion, count(-1));
        });
    }

    @Override
    public @Nullable String read(Table table, int thing, int oldest) {
        return value(table::getConsistent, thing);
    }

    @Override
    public @Nullable String value(Now now, int thing) {
        var edge = now.item(key(thing));
        return edge == null ? null : Shape.whole(edge.text(TEXT), edge);
    }

    @Override
    public void check(Now now, int things) {
        var counter = now.item(COUNTER);
        if (counter == null) {
            return;
        }
        var counted = new ArrayList<Item>();
        for (var thing = 0; thing < things; thing++) {
            var edge = now.item(key(thing));
            if (edge != null && edge.version() == 2) {
                counted.add(edge);
            }
        }
        if (counter.number(NUMBER) != counted.size()) {
            throw new IllegalStateException(
                    "the counter is " + counter.number(NUMBER) + " for " + counted.size());
        }
    }

    @Override
    public String toString() {
        return "a counter of existing edges is introduced";
    }
}
