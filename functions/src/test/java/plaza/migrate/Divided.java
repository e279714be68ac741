package plaza.migrate;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.unchanged;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.evolution.Migration;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Table;
import plaza.table.TableSchema;
import plaza.table.Write;

/// One item becomes several: each word of a thing has an item of its own. The main item remains, so
/// that the writers of one thing find each other.
record Divided() implements Shape {
    private static final String TEXT = "text";
    private static final String REVISION = "revision";
    private static final String WORD = "word";

    @Override
    public List<Migration> migrations() {
        return List.of(
                new Migration(
                        "divided",
                        THING,
                        2,
                        item -> {
                            var id = THING.parse(item.key());
                            var writes = new ArrayList<Write>();
                            writes.add(divided(item.key(), item.text(TEXT)));
                            writes.addAll(words(id, item.text(TEXT)));
                            return writes;
                        },
                        List.of(),
                        ""));
    }

    private static Write.Update divided(Key key, String value) {
        return Write.Update.of(key).remove(TEXT).set(REVISION, value);
    }

    private static List<Write> words(String id, String value) {
        var words = value.split(" ", -1);
        return List.of(word(id, "first", words[0], value), word(id, "second", words[1], value));
    }

    private static Write word(String id, String place, String word, String revision) {
        return Write.Put.of(
                Item.at(wordKey(id, place)).with(WORD, word).with(REVISION, revision).build());
    }

    private static Key wordKey(String id, String place) {
        return PART.key(id, place);
    }

    @Override
    public void change(Table table, int thing, String value, int written) {
        Shape.repeat(() -> {
            var found = table.getConsistent(Shape.key(thing));
            var version = found == null ? written : Shape.version(found, written);
            var condition = found == null ? absent() : unchanged(found);
            var writes = new ArrayList<Write>();
            var update =
                    version == 1
                            ? Write.Update.of(Shape.key(thing)).set(TEXT, value)
                            : divided(Shape.key(thing), value).set(TableSchema.VERSION, version);
            writes.add((found == null ? update.set(EXTRA, value) : update).onlyIf(condition));
            if (version > 1) {
                writes.addAll(words("t" + thing, value));
            }
            return Shape.write(table, writes.toArray(Write[]::new));
        });
    }

    @Override
    public void remove(Table table, int thing) {
        var _ =
                Shape.write(
                        table,
                        Write.Delete.of(Shape.key(thing)),
                        Write.Delete.of(wordKey("t" + thing, "first")),
                        Write.Delete.of(wordKey("t" + thing, "second")));
    }

    @Override
    public @Nullable String read(Table table, int thing, int oldest) {
        var main = table.getConsistent(Shape.key(thing));
        if (main == null || main.version() == 1) {
            return main == null ? null : Shape.whole(main.text(TEXT), main);
        }
        var words =
                table.getAll(
                        List.of(wordKey("t" + thing, "first"), wordKey("t" + thing, "second")));
        var isOfOneMoment =
                words.size() == 2
                        && words.stream()
                                .allMatch(word -> word.text(REVISION).equals(main.text(REVISION)));
        return isOfOneMoment
                ? Shape.whole(words.get(0).text(WORD) + " " + words.get(1).text(WORD), main)
                : UNDECIDED;
    }

    @Override
    public @Nullable String value(Now now, int thing) {
        var main = now.item(Shape.key(thing));
        if (main == null || main.version() == 1) {
            return main == null ? null : Shape.whole(main.text(TEXT), main);
        }
        var first = now.item(wordKey("t" + thing, "first"));
        var second = now.item(wordKey("t" + thing, "second"));
        if (first == null || second == null) {
            throw new IllegalStateException("a part is missing");
        }
        return Shape.whole(first.text(WORD) + " " + second.text(WORD), main);
    }

    @Override
    public String toString() {
        return "one item becomes several";
    }
}
