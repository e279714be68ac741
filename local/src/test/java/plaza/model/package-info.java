/// What Plaza does, said a second time in plain maps, and played against the real handlers.
///
/// A *story* is a list of [Step]s: requests, waits, and moments at which the stream is delivered.
/// It is told to a fresh table and to the models ([SocialModel], [FavoritesModel], [FantasyModel])
/// at once; each answer must be one that the model admits. Between two rests of the stream some
/// answers may be old or new: the models then name all that may be ([Admissible]). After a rest
/// there is one.
///
/// A story is made by [SequenceGenerator] from a seed, told by [ModelRun], and where an answer
/// differs made short by [Shrinker]. The models are written from the documentation, not from the
/// handlers, and may be read as the specification.
@NullMarked
package plaza.model;

import org.jspecify.annotations.NullMarked;
