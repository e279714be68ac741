/// Model-based tests: models of all contexts in plain maps, compared with the real functions.
///
/// A *command sequence* is a list of [Command]s: requests, waits, and deliveries of the stream. It
/// runs on an empty table and on the [ContextModel]s at the same time, and each response must be
/// one that the model accepts. While the stream is not drained, some responses may be old or new;
/// the models then accept all of them (`Admissible`). After the stream is drained, exactly one is
/// right.
///
/// [SequenceGenerator] generates a sequence from a seed, [ModelRun] executes it, and [Shrinker]
/// shortens it if a response differs. The models follow the documentation, not the functions, and
/// can be read as the specification.
@NullMarked
package plaza.model;

import org.jspecify.annotations.NullMarked;
