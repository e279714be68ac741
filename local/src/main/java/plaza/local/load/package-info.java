/// Imports that fill the table: a NoSQL Workbench model and a season of fantasy football.
@NullMarked
package plaza.local.load;

import org.jspecify.annotations.NullMarked;
