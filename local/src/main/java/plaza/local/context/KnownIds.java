package plaza.local.context;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.table.Key;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// The ids of a path parameter that exist in the table.
///
/// @param kind the items of which each has such an id in its key
/// @param id reads it
/// @param isCaller whether the parameter normally is the id of the caller
public record KnownIds(ItemKind kind, Function<Key, Id> id, boolean isCaller) {
    /// An id.
    ///
    /// @param owner the id to which it belongs, such as the author of a post; empty if to none
    public record Id(String value, String owner) {
        /// An id that belongs to no other.
        public Id(String value) {
            this(value, "");
        }
    }

    /// The ids in the keys of a kind of items.
    public static <A> KnownIds of(ItemKind.Of1<A> kind, Function<A, String> id) {
        return new KnownIds(kind, key -> new Id(id.apply(kind.parse(key))), false);
    }

    /// The ids in the keys of a kind of items, which have another id as well.
    public static <A, B> KnownIds of(ItemKind.Of2<A, B> kind, BiFunction<A, B, Id> id) {
        return new KnownIds(kind, key -> kind.parse(key, id), false);
    }

    /// The ids in the keys of a kind of items that belong to users.
    public static <B> KnownIds ofUser(ItemKind.Of2<UserId, B> kind, Function<B, String> id) {
        return of(kind, (user, one) -> new Id(id.apply(one), user.value()));
    }

    /// Returns the same ids, of a parameter that normally is the id of the caller.
    public KnownIds ofCallers() {
        return new KnownIds(kind, id, true);
    }

    /// Returns the ids that contain a text: first those of the given owners, and each part in
    /// alphabetical order.
    ///
    /// @param text in lower case
    public Stream<String> in(
            Collection<Map<String, AttributeValue>> items, Set<String> owners, String text) {
        return items.stream()
                .map(attributes -> new Item(attributes).key())
                .filter(kind::is)
                .map(id)
                .filter(found -> found.value().toLowerCase(Locale.ROOT).contains(text))
                .sorted(
                        Comparator.comparing((Id found) -> !owners.contains(found.owner()))
                                .thenComparing(Id::value))
                .map(Id::value)
                .distinct();
    }
}
