/// An interpreter of the state machines of the stack, for this machine. It knows the parts of the
/// Amazon States Language that [plaza.catalogue.ScanMachine] uses, and rejects all others.
@NullMarked
package plaza.local.machine;

import org.jspecify.annotations.NullMarked;
