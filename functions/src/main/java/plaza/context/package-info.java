/// Contexts: the units of which a system consists. Each is one package that declares what the
/// platform needs to know of it as a [plaza.context.Context], and is found on the class path.
///
/// Handlers behind the API never load a context. The stream functions load the rules of those that
/// the system consists of.
@NullMarked
package plaza.context;

import org.jspecify.annotations.NullMarked;
