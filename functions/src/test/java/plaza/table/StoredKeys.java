package plaza.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import plaza.functions.Catalogue;

/// Compares keys with their stored texts.
public final class StoredKeys {
    private StoredKeys() {}

    /// Checks that the key of an item of this kind has these texts, and that its kind and values
    /// can be read from it.
    public static <A> void stored(String pk, String sk, ItemKind.Of1<A> kind, A a) {
        stored(pk, sk, kind.key(a), kind);
        assertThat(kind.parse(kind.key(a))).isEqualTo(a);
    }

    public static <A, B> void stored(String pk, String sk, ItemKind.Of2<A, B> kind, A a, B b) {
        stored(pk, sk, kind.key(a, b), kind);
        assertThat(kind.<List<Object>>parse(kind.key(a, b), List::of)).isEqualTo(List.of(a, b));
    }

    public static <A, B, C> void stored(
            String pk, String sk, ItemKind.Of3<A, B, C> kind, A a, B b, C c) {
        stored(pk, sk, kind.key(a, b, c), kind);
        assertThat(kind.<List<Object>>parse(kind.key(a, b, c), List::of))
                .isEqualTo(List.of(a, b, c));
    }

    public static <A, B, C, D> void stored(
            String pk, String sk, ItemKind.Of4<A, B, C, D> kind, A a, B b, C c, D d) {
        stored(pk, sk, kind.key(a, b, c, d), kind);
        assertThat(kind.<List<Object>>parse(kind.key(a, b, c, d), List::of))
                .isEqualTo(List.of(a, b, c, d));
    }

    public static void stored(String pk, String sk, Key key, ItemKind kind) {
        assertThat(key).isEqualTo(new Key(pk, sk));
        assertThat(Catalogue.ALL.keySpace().kindOf(key)).isEqualTo(kind);
    }
}
