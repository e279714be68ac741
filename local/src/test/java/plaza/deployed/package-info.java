/// Tests of what is deployed, not of what was compiled: they run after the jar was packaged.
@NullMarked
package plaza.deployed;

import org.jspecify.annotations.NullMarked;
