package plaza.table;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// A family of partition keys of the table or of an index: the unit in which access is granted.
///
/// The nested classes add the types of the variables: [Of2] is a family with two.
public abstract sealed class Family {
    private final TableSchema.Index index;
    private final KeyTemplate template;
    private final String meaning;
    private final List<ItemKind> kinds = new ArrayList<>();

    private Family(TableSchema.Index index, String template, String meaning) {
        this.index = index;
        this.template = new KeyTemplate(template);
        this.meaning = meaning;
    }

    /// The table, or the index whose partition key this is.
    public final TableSchema.Index index() {
        return index;
    }

    /// The template as the chart writes it.
    public final String text() {
        return template.text();
    }

    /// What an index lists, in the words of the chart; empty for a family of the table.
    public final String meaning() {
        return meaning;
    }

    /// The kinds of items with such a partition key in the table.
    public final List<ItemKind> kinds() {
        return Collections.unmodifiableList(kinds);
    }

    /// The pattern for the condition key `dynamodb:LeadingKeys` of IAM, where `*` stands for any
    /// run of characters.
    public final String pattern() {
        return template.iamPattern();
    }

    /// The pattern of an event source mapping for these partition keys.
    ///
    /// A pattern by suffix also matches keys of other families whose last id happens to be the same
    /// word; [KeySpace#familyOf] distinguishes them.
    public final String streamPattern() {
        return template.streamPattern();
    }

    /// Whether a partition key of this family's index has its form.
    public final boolean matches(String pk) {
        return template.matches(pk);
    }

    @Override
    public final String toString() {
        return text();
    }

    final KeyTemplate template() {
        return template;
    }

    final ItemCollection collection(List<String> values) {
        return new ItemCollection(index, template.fill(template.variables(), values));
    }

    final List<String> values(String pk) {
        var values = template.valuesOrNull(pk);
        if (values == null) {
            throw new IllegalArgumentException("the key of another family");
        }
        return values;
    }

    private <K extends ItemKind> K declared(K kind) {
        kinds.add(kind);
        return kind;
    }

    /// A family with one partition key.
    public static final class Of0 extends Family {
        Of0(TableSchema.Index index, String template, String meaning) {
            super(index, template, meaning);
        }

        public ItemCollection of() {
            return collection(List.of());
        }

        public ItemKind.Of0 item(String sortKey, String meaning) {
            return super.declared(new ItemKind.Of0(this, sortKey, meaning));
        }

        public <A> ItemKind.Of1<A> item(String sortKey, Variable<A> a, String meaning) {
            return super.declared(new ItemKind.Of1<>(this, sortKey, meaning, a));
        }
    }

    /// A family with one variable.
    public static final class Of1<A> extends Family {
        private final Variable<A> a;

        Of1(TableSchema.Index index, String template, Variable<A> a, String meaning) {
            super(index, template, meaning);
            this.a = a;
        }

        public ItemCollection of(A a) {
            return collection(List.of(this.a.text(a)));
        }

        /// The value in the partition key of an item of any kind.
        ///
        /// @throws IllegalArgumentException if it is the key of another family
        public A parse(Key key) {
            return a.parse(values(key.pk()).getFirst());
        }

        /// The items of this family in the order of a local index.
        public Of1<A> orderedBy(TableSchema.Index index, String meaning) {
            return new Of1<>(index, text(), a, meaning);
        }

        public ItemKind.Of1<A> item(String sortKey, String meaning) {
            return super.declared(new ItemKind.Of1<>(this, sortKey, meaning, a));
        }

        public <B> ItemKind.Of2<A, B> item(String sortKey, Variable<B> b, String meaning) {
            return super.declared(new ItemKind.Of2<>(this, sortKey, meaning, a, b));
        }

        public <B, C> ItemKind.Of3<A, B, C> item(
                String sortKey, Variable<B> b, Variable<C> c, String meaning) {
            return super.declared(new ItemKind.Of3<>(this, sortKey, meaning, a, b, c));
        }
    }

    /// A family with two variables.
    public static final class Of2<A, B> extends Family {
        private final Variable<A> a;
        private final Variable<B> b;

        Of2(
                TableSchema.Index index,
                String template,
                Variable<A> a,
                Variable<B> b,
                String meaning) {
            super(index, template, meaning);
            this.a = a;
            this.b = b;
        }

        public ItemCollection of(A a, B b) {
            return collection(List.of(this.a.text(a), this.b.text(b)));
        }

        public ItemKind.Of2<A, B> item(String sortKey, String meaning) {
            return super.declared(new ItemKind.Of2<>(this, sortKey, meaning, a, b));
        }

        public <C> ItemKind.Of3<A, B, C> item(String sortKey, Variable<C> c, String meaning) {
            return super.declared(new ItemKind.Of3<>(this, sortKey, meaning, a, b, c));
        }
    }

    /// A family with three variables.
    public static final class Of3<A, B, C> extends Family {
        private final Variable<A> a;
        private final Variable<B> b;
        private final Variable<C> c;

        Of3(
                TableSchema.Index index,
                String template,
                Variable<A> a,
                Variable<B> b,
                Variable<C> c,
                String meaning) {
            super(index, template, meaning);
            this.a = a;
            this.b = b;
            this.c = c;
        }

        public ItemCollection of(A a, B b, C c) {
            return collection(List.of(this.a.text(a), this.b.text(b), this.c.text(c)));
        }

        public ItemKind.Of3<A, B, C> item(String sortKey, String meaning) {
            return super.declared(new ItemKind.Of3<>(this, sortKey, meaning, a, b, c));
        }

        public <D> ItemKind.Of4<A, B, C, D> item(String sortKey, Variable<D> d, String meaning) {
            return super.declared(new ItemKind.Of4<>(this, sortKey, meaning, a, b, c, d));
        }
    }
}
