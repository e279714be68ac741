/// The store of objects of a local system, in place of a bucket in S3 and its distribution.
@NullMarked
package plaza.local.objects;

import org.jspecify.annotations.NullMarked;
