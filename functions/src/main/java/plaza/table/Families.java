package plaza.table;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// The families of keys that one context declares, in the order of the chart.
///
/// A template consists of words and variables joined by `#`, such as `u#{user}#follower`. A
/// partition key of the table is declared once, with the types of its variables, and each kind of
/// item as `item` of its family. The keys that are built and parsed, the grants of IAM, the stream
/// filters and the charts in the docs derive from the declarations.
public final class Families {
    /// A sort key in a position between items, where any text works.
    public static final String NO_ID = "-";

    /// Sorts after every character of a word or id in a key.
    public static final String AFTER_WORDS = "~";

    private final List<Family> families = new ArrayList<>();

    /// The declared families.
    public List<Family> families() {
        return Collections.unmodifiableList(families);
    }

    /// Declares a family that another one makes.
    public <F extends Family> F declared(F family) {
        families.add(family);
        return family;
    }

    /// Declares the only partition key of its kind in the table.
    public Family.Of0 family(String template) {
        return index(TableSchema.Index.TABLE, template, "");
    }

    /// Declares partition keys of the table with one variable.
    public <A> Family.Of1<A> family(String template, Variable<A> a) {
        return index(TableSchema.Index.TABLE, template, a, "");
    }

    /// Declares partition keys of the table with two variables.
    public <A, B> Family.Of2<A, B> family(String template, Variable<A> a, Variable<B> b) {
        return index(TableSchema.Index.TABLE, template, a, b, "");
    }

    /// Declares partition keys of the table with three variables.
    public <A, B, C> Family.Of3<A, B, C> family(
            String template, Variable<A> a, Variable<B> b, Variable<C> c) {
        return declared(new Family.Of3<>(TableSchema.Index.TABLE, template, a, b, c, ""));
    }

    /// Declares the only partition key of its kind in an index.
    ///
    /// @param meaning what it lists, in the words of the chart
    public Family.Of0 index(TableSchema.Index index, String template, String meaning) {
        return declared(new Family.Of0(index, template, meaning));
    }

    /// Declares partition keys of an index with one variable.
    ///
    /// @param meaning what it lists, in the words of the chart
    public <A> Family.Of1<A> index(
            TableSchema.Index index, String template, Variable<A> a, String meaning) {
        return declared(new Family.Of1<>(index, template, a, meaning));
    }

    /// Declares partition keys of an index with two variables.
    ///
    /// @param meaning what it lists, in the words of the chart
    public <A, B> Family.Of2<A, B> index(
            TableSchema.Index index,
            String template,
            Variable<A> a,
            Variable<B> b,
            String meaning) {
        return declared(new Family.Of2<>(index, template, a, b, meaning));
    }
}
