/// The list of all functions, and the document of the API that is built from it. No function loads
/// these classes, and the deployed jar does not contain them.
@NullMarked
package plaza.functions;

import org.jspecify.annotations.NullMarked;
