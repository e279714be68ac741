/// Tests of jobs on DynamoDB Local.
@NullMarked
package plaza.job;

import org.jspecify.annotations.NullMarked;
