/// Rules that validate text input, the folding of names and searches, and the digest of a text.
///
/// A rule either returns the normal form of a text or throws [plaza.text.Malformed], whose message
/// states the broken rule and never repeats the text. The package imports only `java.*`, so that
/// every model may use it.
@NullMarked
package plaza.text;

import org.jspecify.annotations.NullMarked;
