package plaza.fantasy.ranking;

import plaza.fantasy.id.GamerId;
import plaza.rule.Pure;

/// The sort key of a gamer in a league's standings: the total, then the gamerId as a tie-break.
///
/// Standings are read in descending order of this key, while equal totals must appear in ascending
/// order of the gamerId. The key therefore contains the id in mirrored characters (the first of the
/// alphabet becomes the last, and so on), followed by a character higher than all of them, so that
/// `ab` comes before `abc`.
@Pure
public final class StandingsKey {
    /// The characters of an id in the order of their code points.
    private static final String CHARACTERS =
            "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

    /// Sorts after every character of an id.
    private static final char END = '~';

    private StandingsKey() {}

    /// Returns the key of a member.
    ///
    /// @throws IllegalArgumentException if the id contains a character that is not allowed in ids
    public static String of(long totalPoints, GamerId gamerId) {
        String id = gamerId.value();
        var key = new StringBuilder();
        key.append(SortableTotal.encode(totalPoints));
        for (int i = 0; i < id.length(); i++) {
            key.append(mirrored(id.charAt(i)));
        }
        return key.append(END).toString();
    }

    /// Returns the total in a key.
    public static long totalPoints(String key) {
        return SortableTotal.decode(key.substring(0, SortableTotal.WIDTH));
    }

    /// Returns the gamer in a key.
    public static GamerId gamerId(String key) {
        var id = new StringBuilder();
        for (int i = SortableTotal.WIDTH; i < key.length() - 1; i++) {
            id.append(mirrored(key.charAt(i)));
        }
        return GamerId.of(id.toString());
    }

    private static char mirrored(char character) {
        int index = CHARACTERS.indexOf(character);
        if (index < 0) {
            throw new IllegalArgumentException(
                    "an id contains a character other than letters, digits, - and _");
        }
        return CHARACTERS.charAt(CHARACTERS.length() - 1 - index);
    }
}
