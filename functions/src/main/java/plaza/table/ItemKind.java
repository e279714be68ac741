package plaza.table;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// A kind of item: the family of its partition key and the template of its sort key.
///
/// The nested classes add the types of the variables: [Of2] has two, those of the partition key
/// first. A sort key can repeat a variable of the partition key.
public abstract sealed class ItemKind {
    private final Family family;
    private final KeyTemplate sortKey;
    private final String meaning;
    private final List<String> variables;

    private ItemKind(Family family, String sortKey, String meaning) {
        this.family = family;
        this.sortKey = new KeyTemplate(sortKey);
        this.meaning = meaning;
        var names = new ArrayList<>(family.template().variables());
        for (var name : this.sortKey.variables()) {
            if (!names.contains(name)) {
                names.add(name);
            }
        }
        this.variables = List.copyOf(names);
    }

    public final Family family() {
        return family;
    }

    /// The template of the sort key as the chart writes it.
    public final String text() {
        return sortKey.text();
    }

    /// What the items are, in the words of the chart.
    public final String meaning() {
        return meaning;
    }

    /// Whether this is the key of such an item.
    public final boolean is(Key key) {
        return valuesOrNull(key) != null;
    }

    /// The text that a variable has in the key of an item.
    ///
    /// @throws IllegalArgumentException if it is the key of another kind, or there is no such
    ///   variable
    public final String textOf(String variable, Key key) {
        var index = variables.indexOf(variable);
        if (index < 0) {
            throw new IllegalArgumentException("no variable has this name");
        }
        return values(key).get(index);
    }

    /// The pattern of an event source mapping for these sort keys.
    public final String streamPattern() {
        return sortKey.streamPattern();
    }

    @Override
    public final String toString() {
        return family + " " + sortKey.text();
    }

    final KeyTemplate sortKey() {
        return sortKey;
    }

    /// The names of the variables.
    public final List<String> variables() {
        return variables;
    }

    final Key keyOf(String... values) {
        var all = List.of(values);
        return new Key(family.template().fill(variables, all), sortKey.fill(variables, all));
    }

    /// A Query for the items of this kind whose first variables have these values.
    ///
    /// @param values at least those of the partition key
    final Query queryOf(String... values) {
        var first = List.of(values);
        return Query.in(family.collection(first)).beginningWith(sortKey.prefix(variables, first));
    }

    /// The values of the variables.
    ///
    /// @throws IllegalArgumentException if it is not the key of such an item
    final List<String> values(Key key) {
        var values = valuesOrNull(key);
        if (values == null) {
            throw new IllegalArgumentException("the key of another kind of item");
        }
        return values;
    }

    private @Nullable List<String> valuesOrNull(Key key) {
        var ofPk = family.template().valuesOrNull(key.pk());
        var ofSk = ofPk == null ? null : sortKey.valuesOrNull(key.sk());
        if (ofPk == null || ofSk == null) {
            return null;
        }
        var values = new ArrayList<>(ofPk);
        for (var index = 0; index < ofSk.size(); index++) {
            var position = variables.indexOf(sortKey.variables().get(index));
            if (position == values.size()) {
                values.add(ofSk.get(index));
            } else if (!values.get(position).equals(ofSk.get(index))) {
                return null;
            }
        }
        return values;
    }

    /// The only item of its kind.
    public static final class Of0 extends ItemKind {
        Of0(Family family, String sortKey, String meaning) {
            super(family, sortKey, meaning);
        }

        public Key key() {
            return keyOf();
        }
    }

    /// A kind with one variable.
    public static final class Of1<A> extends ItemKind {
        private final Variable<A> a;

        Of1(Family family, String sortKey, String meaning, Variable<A> a) {
            super(family, sortKey, meaning);
            this.a = a;
        }

        public Key key(A a) {
            return keyOf(this.a.text(a));
        }

        /// The value in a key.
        ///
        /// @throws IllegalArgumentException if it is the key of another kind
        public A parse(Key key) {
            return a.parse(values(key).getFirst());
        }
    }

    /// A kind with two variables.
    public static final class Of2<A, B> extends ItemKind {
        private final Variable<A> a;
        private final Variable<B> b;

        Of2(Family family, String sortKey, String meaning, Variable<A> a, Variable<B> b) {
            super(family, sortKey, meaning);
            this.a = a;
            this.b = b;
        }

        public Key key(A a, B b) {
            return keyOf(this.a.text(a), this.b.text(b));
        }

        /// A Query for the items of this kind in one item collection.
        public Query query(A a) {
            return queryOf(this.a.text(a));
        }

        /// The values in a key.
        ///
        /// @throws IllegalArgumentException if it is the key of another kind
        public <T> T parse(Key key, BiFunction<? super A, ? super B, ? extends T> result) {
            var values = values(key);
            return result.apply(a.parse(values.get(0)), b.parse(values.get(1)));
        }
    }

    /// A kind with three variables.
    public static final class Of3<A, B, C> extends ItemKind {
        private final Variable<A> a;
        private final Variable<B> b;
        private final Variable<C> c;

        Of3(
                Family family,
                String sortKey,
                String meaning,
                Variable<A> a,
                Variable<B> b,
                Variable<C> c) {
            super(family, sortKey, meaning);
            this.a = a;
            this.b = b;
            this.c = c;
        }

        public Key key(A a, B b, C c) {
            return keyOf(this.a.text(a), this.b.text(b), this.c.text(c));
        }

        /// A Query for the items of this kind in the collection of `a`, if the partition key has
        /// one variable.
        public Query query(A a) {
            return queryOf(this.a.text(a));
        }

        /// The text with which the sort keys begin that have this value, if they begin with it and
        /// the partition key has one variable.
        public String sortKeysBeginWith(B b) {
            return super.sortKey.prefix(super.sortKey.variables(), List.of(this.b.text(b)));
        }

        /// A Query for the items of this kind with `a` and `b`.
        public Query query(A a, B b) {
            return queryOf(this.a.text(a), this.b.text(b));
        }

        /// The values in a key.
        ///
        /// @throws IllegalArgumentException if it is the key of another kind
        public <T> T parse(Key key, Result3<? super A, ? super B, ? super C, ? extends T> result) {
            var values = values(key);
            return result.of(
                    a.parse(values.get(0)), b.parse(values.get(1)), c.parse(values.get(2)));
        }

        /// What a caller makes of the values.
        public interface Result3<A, B, C, T> {
            T of(A a, B b, C c);
        }
    }

    /// A kind with four variables.
    public static final class Of4<A, B, C, D> extends ItemKind {
        private final Variable<A> a;
        private final Variable<B> b;
        private final Variable<C> c;
        private final Variable<D> d;

        Of4(
                Family family,
                String sortKey,
                String meaning,
                Variable<A> a,
                Variable<B> b,
                Variable<C> c,
                Variable<D> d) {
            super(family, sortKey, meaning);
            this.a = a;
            this.b = b;
            this.c = c;
            this.d = d;
        }

        public Key key(A a, B b, C c, D d) {
            return keyOf(this.a.text(a), this.b.text(b), this.c.text(c), this.d.text(d));
        }

        /// The values in a key.
        ///
        /// @throws IllegalArgumentException if it is the key of another kind
        public <T> T parse(
                Key key, Result4<? super A, ? super B, ? super C, ? super D, ? extends T> result) {
            var values = values(key);
            return result.of(
                    a.parse(values.get(0)),
                    b.parse(values.get(1)),
                    c.parse(values.get(2)),
                    d.parse(values.get(3)));
        }

        /// What a caller makes of the values.
        public interface Result4<A, B, C, D, T> {
            T of(A a, B b, C c, D d);
        }
    }
}
