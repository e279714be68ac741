package plaza.fantasy.league;

import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;
import plaza.rule.Pure;
import plaza.text.Malformed;

/// The code that a gamer needs to join a private league, such as `k7qf-03mz-x9td`.
///
/// It has 60 random bits and no letters that look like digits. People copy it from messages, so
/// capital letters are accepted.
@Pure
public record LeagueCode(String value) {
    private static final String CHARACTERS = "0123456789abcdefghjkmnpqrstvwxyz";
    private static final Pattern PATTERN =
            Pattern.compile("[%1$s]{4}-[%1$s]{4}-[%1$s]{4}".formatted(CHARACTERS));
    private static final int GROUP_CHARACTERS = 4;
    private static final int GROUPS = 3;
    private static final int BITS_PER_CHARACTER = 5;

    public LeagueCode {
        if (!PATTERN.matcher(value).matches()) {
            throw new Malformed("must be a code such as k7qf-03mz-x9td");
        }
    }

    /// Parses a code in small or capital letters.
    ///
    /// @throws Malformed if the text is not such a code
    public static LeagueCode parse(String text) {
        return new LeagueCode(text.toLowerCase(Locale.ROOT));
    }

    /// Returns a new code. No behaviour depends on its value, so this takes no random generator as
    /// a parameter.
    public static LeagueCode random() {
        // The highest bits of this half of a UUID are its variant; the other 62 are random.
        var bits = UUID.randomUUID().getLeastSignificantBits();
        var code = new StringBuilder();
        for (var index = 0; index < GROUPS * GROUP_CHARACTERS; index++) {
            if (index > 0 && index % GROUP_CHARACTERS == 0) {
                code.append('-');
            }
            code.append(CHARACTERS.charAt((int) (bits & 31)));
            bits >>>= BITS_PER_CHARACTER;
        }
        return new LeagueCode(code.toString());
    }

    @Override
    public String toString() {
        return value;
    }
}
