package plaza.leaving;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import plaza.http.Schema.Text;
import plaza.http.Shape;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.table.Query;
import plaza.table.Table;

/// One kind of lines of an export: the items of one Query, as the API shows them.
///
/// @param word the value of `kind` in each line
/// @param of the kinds of items of which the lines are made
/// @param shape a line
/// @param query finds the items of a user
/// @param isSelective whether an item may be left out, so that it does not prove that there is a
///   line
/// @param read reads a page of them, and leaves out what is not exported
public record ExportedKind<T>(
        String word,
        Set<ItemKind> of,
        Shape<T> shape,
        Function<UserId, Query> query,
        boolean isSelective,
        PageReader<T> read) {
    /// The name of the property that says of which kind a line is.
    public static final String KIND = "kind";

    /// A kind of which each item is a line.
    ///
    /// @param name the name of the schema
    /// @param shape the object of the API, to which the line adds its kind
    public static <T> ExportedKind<T> of(
            String word,
            String name,
            ItemKind item,
            Function<UserId, Query> query,
            Function<Item, T> read,
            Shape<T> shape) {
        return joined(
                word,
                name,
                Set.of(item),
                query,
                (_, _, items) -> items.stream().map(read).toList(),
                shape);
    }

    /// A kind whose lines need further items.
    public static <T> ExportedKind<T> joined(
            String word,
            String name,
            Set<ItemKind> items,
            Function<UserId, Query> query,
            PageReader<T> read,
            Shape<T> shape) {
        var line =
                Shape.<T>named(name)
                        .with(KIND, Text.words(word), _ -> word)
                        .all(shape, value -> value);
        return new ExportedKind<>(word, items, line, query, false, read);
    }

    /// The same kind, if its reader leaves out items.
    public ExportedKind<T> selective() {
        return new ExportedKind<>(word, of, shape, query, true, read);
    }

    public ExportedKind {
        of = Set.copyOf(of);
    }

    /// The lines of a page of items.
    public List<ObjectNode> lines(Table table, UserId user, List<Item> items) {
        return read.read(table, user, items).stream()
                .map(value -> shape.json(Objects.requireNonNull(value)))
                .toList();
    }

    /// Reads the items of a page.
    public interface PageReader<T> {
        List<T> read(Table table, UserId user, List<Item> items);
    }
}
