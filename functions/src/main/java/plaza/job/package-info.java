/// Jobs: work that is too large for one invocation, done in bounded slices. After each slice its
/// cursor is saved in the table.
///
/// A job is one item. Saving its cursor changes the item, the change arrives on the stream, and the
/// stream function runs the next slice. This needs no queue and no timer, and a long job takes
/// turns with the records of all other users.
///
/// A slice does its work first and saves its cursor afterwards, which makes a crash harmless: work
/// may be done twice but is never skipped. Every slice must therefore be repeatable.
@NullMarked
package plaza.job;

import org.jspecify.annotations.NullMarked;
