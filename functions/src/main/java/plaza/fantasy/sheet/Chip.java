package plaza.fantasy.sheet;

import org.jspecify.annotations.Nullable;
import plaza.rule.Pure;

/// A card that changes the rules for one gamer in one gameweek. A sheet has at most one.
///
/// [Rules#chipWindows] defines when and how often a chip can be played. A chip that makes transfers
/// free cannot be played with a gamer's first sheet: those transfers are free anyway, and no
/// earlier squad exists to return to. A free hit cannot follow a free hit in the previous gameweek.
@Pure
public enum Chip {
    /// The captain's points count three times instead of twice.
    TRIPLE_CAPTAIN("tripleCaptain"),
    /// The points of the four subs count as well.
    BENCH_BOOST("benchBoost"),
    /// The transfers of the gameweek are free, and they last.
    WILDCARD("wildcard"),
    /// The transfers of the gameweek are free, and they are undone after it.
    FREE_HIT("freeHit");

    private final String text;

    Chip(String text) {
        this.text = text;
    }

    /// The word used in the API and in items.
    public String text() {
        return text;
    }

    /// Returns the chip with this word, or null if none has it.
    public static @Nullable Chip parse(String text) {
        for (Chip chip : values()) {
            if (chip.text.equals(text)) {
                return chip;
            }
        }
        return null;
    }

    /// Whether transfers cost no points in the gameweek of this chip.
    public boolean makesTransfersFree() {
        return switch (this) {
            case WILDCARD, FREE_HIT -> true;
            case TRIPLE_CAPTAIN, BENCH_BOOST -> false;
        };
    }
}
