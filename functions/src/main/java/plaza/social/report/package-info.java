/// Reports of posts and users, and what administrators do about them. The reports of one target are
/// one line of the administrators' list. A *round* of reports begins with the first one and ends
/// when an administrator closes it.
@NullMarked
package plaza.social.report;

import org.jspecify.annotations.NullMarked;
