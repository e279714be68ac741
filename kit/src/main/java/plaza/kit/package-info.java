/// The test kit for contexts: what is proved of every route of Plaza is proved of yours.
///
/// - [plaza.kit.Proofs] runs the tests that hold for all routes over the contexts of a project.
/// - [plaza.kit.LocalSystem] starts the local system in a test.
/// - [plaza.testkit.ContextKit] is what these tests need to know about a context.
@NullMarked
package plaza.kit;

import org.jspecify.annotations.NullMarked;
