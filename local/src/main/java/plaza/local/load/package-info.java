/// Imports and exports of the table as a NoSQL Workbench model.
@NullMarked
package plaza.local.load;

import org.jspecify.annotations.NullMarked;
