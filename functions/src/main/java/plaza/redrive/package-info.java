/// Redrive: sends the records that a stream function had to give up through it again.
///
/// [Redrive] reads the objects of the failure bucket in the order of their keys and invokes the
/// function that each one names. An object is deleted only after all of its records succeeded.
/// Every other object stays where it is, so that the alarm `FailuresWaiting` still counts it.
///
/// Repeated and late records change nothing twice. Counts are compared with a ledger row, whose
/// condition fails for one of two concurrent attempts and whose sequence number exposes an old
/// record. Deliveries and jobs write the same items again. This holds for two redrives at once, for
/// a redrive during normal processing, and for an invocation that ends after Redrive stopped
/// waiting for it. It holds only as long as ledger rows exist, so records older than
/// [plaza.tally.Ledger#REDRIVE_AGE_MAX] are rejected.
@NullMarked
package plaza.redrive;

import org.jspecify.annotations.NullMarked;
