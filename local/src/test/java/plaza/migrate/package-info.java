/// Tests of Migrate on DynamoDB Local.
@NullMarked
package plaza.migrate;

import org.jspecify.annotations.NullMarked;
