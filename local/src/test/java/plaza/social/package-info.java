/// Tests of the social handlers on DynamoDB Local: status, body, and the items afterwards.
@NullMarked
package plaza.social;

import org.jspecify.annotations.NullMarked;
