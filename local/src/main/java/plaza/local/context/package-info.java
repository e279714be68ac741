/// What a context adds to the local system: settings, demo, imports and ids for the explorer.
///
/// A context `tides`, whose declaration is in the package `plaza.tides`, has it in the class
/// `plaza.tides.local.TidesLocal`, which implements [plaza.local.context.LocalPart]. Nothing else
/// registers it, so that it is added and removed with the folder of the context.
@NullMarked
package plaza.local.context;

import org.jspecify.annotations.NullMarked;
