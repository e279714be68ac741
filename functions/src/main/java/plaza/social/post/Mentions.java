package plaza.social.post;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Pattern;
import plaza.id.UserId;
import plaza.rule.Pure;
import plaza.text.Malformed;

/// The users whom a text mentions: `@` and a user id, unless the `@` is within an address, so that
/// `ann@example.com` and `https://example.com/@ann` mention no user. Whether the users exist does
/// not matter.
///
/// Before the `@` of an e-mail address is a letter, a digit or a low line, possibly with hyphens
/// after it. A dot cannot be there (RFC 5321, section 4.1.2, `Dot-string`), so `.@ann` mentions
/// Ann, and so does `-@ann` in a list.
@Pure
public final class Mentions {
    /// The maximum number of users that a post can mention, so that one post cannot address a
    /// crowd.
    public static final int MAX = 10;

    /// The pages of the demo have the same pattern. An address has at most 64 octets before the `@`
    /// (RFC 5321, section 4.5.3.1.1).
    static final Pattern MENTION =
            Pattern.compile("(?<![\\p{L}\\p{N}_@/]-{0,63})@([A-Za-z0-9_-]{1,64})(?![A-Za-z0-9_-])");

    private Mentions() {}

    /// The mentioned users, in the order of their first mention.
    public static Set<UserId> in(String text) {
        var users = new LinkedHashSet<UserId>();
        MENTION.matcher(text).results().forEach(match -> users.add(UserId.of(match.group(1))));
        return users;
    }

    /// Parses the content of a post.
    ///
    /// @throws Malformed if the text is not a valid content, or mentions more than [#MAX] users
    static String parseContent(String text) {
        var content = Post.CONTENT.parse(text);
        if (in(content).size() > MAX) {
            throw new Malformed("must mention at most " + MAX + " users");
        }
        return content;
    }
}
