/// How many favorites a user has, and which work on all of them is running.
@NullMarked
package plaza.favorites.quota;

import org.jspecify.annotations.NullMarked;
