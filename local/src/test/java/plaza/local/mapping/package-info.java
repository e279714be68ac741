/// Tests of the event source mappings, with scripted streams and with DynamoDB Local.
@NullMarked
package plaza.local.mapping;

import org.jspecify.annotations.NullMarked;
