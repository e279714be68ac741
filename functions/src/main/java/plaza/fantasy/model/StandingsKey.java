package plaza.fantasy.model;

import plaza.id.GamerId;

/// The place of a gamer in the order of his league as one text: the total, then the tie-break.
///
/// Standings are read from the highest key to the lowest. For that direction to give equal totals
/// in ascending order of the gamerId, the id is written in mirrored letters (the first of the
/// alphabet for the last, and so on) and closed by a letter higher than all, so that `ab` comes
/// before `abc`.
public final class StandingsKey {
    /// The letters of an id in the order of their code points.
    private static final String LETTERS =
            "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

    /// Higher than every letter.
    private static final char END = '~';

    private StandingsKey() {}

    /// The key of a member.
    ///
    /// @throws IllegalArgumentException if the id has a letter that no id has
    public static String of(long totalPoints, GamerId gamerId) {
        String id = gamerId.value();
        var key = new StringBuilder(SortableTotal.WIDTH + id.length() + 1);
        key.append(SortableTotal.encode(totalPoints));
        for (int i = 0; i < id.length(); i++) {
            key.append(mirrored(id.charAt(i)));
        }
        return key.append(END).toString();
    }

    /// The total that a key was made of.
    public static long totalPoints(String key) {
        return SortableTotal.decode(key.substring(0, SortableTotal.WIDTH));
    }

    /// The gamer that a key was made of.
    public static GamerId gamerId(String key) {
        var id = new StringBuilder(key.length());
        for (int i = SortableTotal.WIDTH; i < key.length() - 1; i++) {
            id.append(mirrored(key.charAt(i)));
        }
        return GamerId.of(id.toString());
    }

    private static char mirrored(char letter) {
        int index = LETTERS.indexOf(letter);
        if (index < 0) {
            throw new IllegalArgumentException("an id has letters, digits, - and _ only");
        }
        return LETTERS.charAt(LETTERS.length() - 1 - index);
    }
}
