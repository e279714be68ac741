package plaza.lambda;

import plaza.http.Cursors;

/// A function that returns pages, and so signs and verifies their cursors.
public abstract class PagedFunction extends ApiFunction {
    protected final Cursors cursors;

    /// Creates a deployed function.
    protected PagedFunction() {
        this(Services.deployed());
    }

    protected PagedFunction(Services services) {
        super(services);
        cursors = services.cursors().get();
    }
}
