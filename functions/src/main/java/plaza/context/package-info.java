/// Contexts: the units of which a system consists. Each is one package that declares what the
/// platform needs to know of it as a [plaza.context.Declaration].
///
/// The stack, the local system and tests load declarations. No deployed function does.
@NullMarked
package plaza.context;

import org.jspecify.annotations.NullMarked;
