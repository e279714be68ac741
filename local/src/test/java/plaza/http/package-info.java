/// Tests of rate limits on DynamoDB Local.
@NullMarked
package plaza.http;

import org.jspecify.annotations.NullMarked;
