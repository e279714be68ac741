/// The data of the demo: invented people of an invented village, with posts, favorites and a season
/// of fantasy football.
@NullMarked
package plaza.local.demo;

import org.jspecify.annotations.NullMarked;
