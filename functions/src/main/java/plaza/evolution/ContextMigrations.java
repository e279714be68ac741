package plaza.evolution;

import java.util.List;

/// The changes of the shape of one context's items. A deployed Migrate creates it by its name, so
/// the class has a public constructor without parameters.
public interface ContextMigrations {
    /// The migrations, in the order in which they were declared.
    List<Migration> migrations();
}
