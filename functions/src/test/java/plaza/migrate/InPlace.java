package plaza.migrate;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.unchanged;

import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.evolution.Migration;
import plaza.table.Item;
import plaza.table.Table;
import plaza.table.TableSchema;
import plaza.table.Write;

/// Attributes of an item change: one is added, renamed or split, or becomes the key of an index.
///
/// @param encode the attributes of a value in a version
/// @param decode the value in an item
record InPlace(
        String name,
        List<Migration> migrations,
        BiFunction<String, Integer, Map<String, String>> encode,
        Function<Item, String> decode)
        implements Shape {
    private static final String TEXT = "text";
    private static final String LANGUAGE = "language";
    private static final String TITLE = "title";
    private static final String FIRST = "first";
    private static final String SECOND = "second";

    /// Version 2 has a language, and version 3 has another name for the text.
    static final Shape ADDED_AND_RENAMED =
            new InPlace(
                    "an attribute is added, then another one renamed",
                    List.of(
                            migration("language", 2, item -> update(item).set(LANGUAGE, "unknown")),
                            migration(
                                    "title",
                                    3,
                                    item -> update(item).set(TITLE, item.text(TEXT)).remove(TEXT))),
                    (value, version) ->
                            switch (version) {
                                case 1 -> Map.of(TEXT, value);
                                case 2 -> Map.of(TEXT, value, LANGUAGE, "en");
                                default -> Map.of(TITLE, value, LANGUAGE, "en", TEXT, "");
                            },
                    item -> {
                        if (item.version() > 1) {
                            var _ = item.text(LANGUAGE);
                        }
                        return item.text(item.version() > 2 ? TITLE : TEXT);
                    });

    static final Shape SPLIT =
            new InPlace(
                    "an attribute is split",
                    List.of(
                            migration(
                                    "words",
                                    2,
                                    item -> {
                                        var words = item.text(TEXT).split(" ", -1);
                                        return update(item)
                                                .set(FIRST, words[0])
                                                .set(SECOND, words[1])
                                                .remove(TEXT);
                                    })),
                    (value, version) ->
                            version == 1
                                    ? Map.of(TEXT, value)
                                    : Map.of(
                                            FIRST,
                                            value.split(" ", -1)[0],
                                            SECOND,
                                            value.split(" ", -1)[1],
                                            TEXT,
                                            ""),
                    item ->
                            item.version() == 1
                                    ? item.text(TEXT)
                                    : item.text(FIRST) + " " + item.text(SECOND));

    /// The index orders by value.
    static final Shape INDEXED =
            new InPlace(
                    "an index key is added",
                    List.of(
                            migration(
                                    "by-text", 2, item -> indexed(item.text(TEXT), update(item)))),
                    (value, version) ->
                            version == 1
                                    ? Map.of(TEXT, value)
                                    : Map.of(
                                            TEXT,
                                            value,
                                            TableSchema.Index.GSI_ONE.partitionKey(),
                                            "all",
                                            TableSchema.Index.GSI_ONE.sortKey(),
                                            value),
                    item -> {
                        if (item.version() > 1
                                && !item.text(TEXT)
                                        .equals(item.text(TableSchema.Index.GSI_ONE.sortKey()))) {
                            throw new IllegalStateException("a wrong index key");
                        }
                        return item.text(TEXT);
                    });

    private static Migration migration(String id, int to, Function<Item, Write> rewrite) {
        return new Migration(id, THING, to, item -> List.of(rewrite.apply(item)), List.of(), "");
    }

    private static Write.Update update(Item item) {
        return Write.Update.of(item.key());
    }

    private static Write.Update indexed(String text, Write.Update update) {
        return update.set(TableSchema.Index.GSI_ONE.partitionKey(), "all")
                .set(TableSchema.Index.GSI_ONE.sortKey(), text);
    }

    /// The update that gives an item a value; an empty text removes an attribute.
    private Write.Update valued(Write.Update update, String value, int version) {
        for (var attribute : encode.apply(value, version).entrySet()) {
            update =
                    attribute.getValue().isEmpty()
                            ? update.remove(attribute.getKey())
                            : update.set(attribute.getKey(), attribute.getValue());
        }
        return version == 1 ? update : update.set(TableSchema.VERSION, version);
    }

    @Override
    public void change(Table table, int thing, String value, int written) {
        Shape.repeat(() -> {
            var found = table.getConsistent(Shape.key(thing));
            var write =
                    found == null
                            ? valued(
                                            Write.Update.of(Shape.key(thing)).set(EXTRA, value),
                                            value,
                                            written)
                                    .onlyIf(absent())
                            : valued(update(found), value, Shape.version(found, written))
                                    .onlyIf(unchanged(found));
            return Shape.write(table, write);
        });
    }

    @Override
    public void remove(Table table, int thing) {
        var _ = Shape.write(table, Write.Delete.of(Shape.key(thing)));
    }

    @Override
    public @Nullable String read(Table table, int thing, int oldest) {
        return value(table::getConsistent, thing);
    }

    @Override
    public @Nullable String value(Now now, int thing) {
        var item = now.item(Shape.key(thing));
        return item == null ? null : Shape.whole(decode.apply(item), item);
    }

    @Override
    public String toString() {
        return name;
    }
}
