/// Work that is too much for one invocation: done in bounded slices, with the place reached saved
/// in the table after each slice.
///
/// A job is one item. Saving its place changes the item, the change travels down the stream, and
/// the stream function takes up the next slice: no queue, no timer, and a long job takes turns with
/// everybody else's records.
///
/// The order within a slice is what makes a crash harmless: *first the work, then the saved place*.
/// Work may be done twice, so every slice must be repeatable; it is never skipped.
@NullMarked
package plaza.job;

import org.jspecify.annotations.NullMarked;
