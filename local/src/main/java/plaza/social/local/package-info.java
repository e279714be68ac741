/// The social network on a laptop: the import of models of AWS's social network schema, and the
/// people and posts of the demo.
@NullMarked
package plaza.social.local;

import org.jspecify.annotations.NullMarked;
