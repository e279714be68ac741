/// The table on DynamoDB: requests, expressions and repetitions, and scans. All other packages use
/// the interfaces of `plaza.table`.
@NullMarked
package plaza.dynamodb;

import org.jspecify.annotations.NullMarked;
