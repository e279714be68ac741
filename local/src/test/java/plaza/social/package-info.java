/// The social handlers on a real table: status, body, and what lies in the table afterwards.
@NullMarked
package plaza.social;

import org.jspecify.annotations.NullMarked;
