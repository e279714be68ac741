/// Contexts: the units of which a system consists. Each is one package that declares what the
/// platform needs to know of it: as a [plaza.context.Context] what deployed functions load, and as
/// a [plaza.context.Declaration] the rest.
///
/// Handlers behind the API never load a context. The stream functions, Reconcile and Migrate load
/// the contexts of the system.
@NullMarked
package plaza.context;

import org.jspecify.annotations.NullMarked;
