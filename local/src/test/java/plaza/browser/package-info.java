/// Tests of the pages in headless Chromium.
@NullMarked
package plaza.browser;

import org.jspecify.annotations.NullMarked;
