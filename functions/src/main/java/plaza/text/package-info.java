/// Words that come from outside, and the rules they must satisfy before anything trusts them.
///
/// A rule either gives back the normal form of a text or throws [plaza.text.Malformed], whose
/// message is the rule that was broken and never the text itself. Imports nothing but `java.*`, so
/// that every model may use it.
@NullMarked
package plaza.text;

import org.jspecify.annotations.NullMarked;
