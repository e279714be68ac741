/// Text in the repository that tests keep current.
@NullMarked
package plaza.testkit.document;

import org.jspecify.annotations.NullMarked;
