package plaza.table;

import java.util.List;

/// A sort key of an index: a value, and an id that distinguishes equal values.
public final class KeyOrder<A, B> {
    private final KeyTemplate template;
    private final Variable<A> a;
    private final Variable<B> b;

    /// @param template both variables in this order
    public KeyOrder(String template, Variable<A> a, Variable<B> b) {
        this.template = new KeyTemplate(template);
        this.a = a;
        this.b = b;
    }

    public String of(A a, B b) {
        return template.fill(template.variables(), List.of(this.a.text(a), this.b.text(b)));
    }
}
