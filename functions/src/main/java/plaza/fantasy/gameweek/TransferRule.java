package plaza.fantasy.gameweek;

import plaza.rule.Pure;

/// How one gameweek changes the rules for transfers, for every gamer.
@Pure
public sealed interface TransferRule {
    /// The maximum number of free transfers of a top-up: the whole squad.
    int TOP_UP_MAX = 15;

    /// The rules of the season apply.
    record None() implements TransferRule {}

    /// No transfer costs points. Unlike a wildcard, the transfers use up the gamer's free
    /// transfers, as in the game of 2022-23: gamers who make none keep the saved one
    /// (<https://freetoall.info/everything-you-need-to-know-about-free-transfers/>).
    record Unlimited() implements TransferRule {}

    /// Gamers with fewer free transfers have this number. What they do not use is saved within the
    /// limit of the season, as in gameweek 16 of 2025-26
    /// (<https://www.premierleague.com/en/news/4461660/fpl-managers-to-have-five-free-transfers-on-saturday-all-you-need-to-know>).
    record TopUp(int freeTransfers) implements TransferRule {
        public TopUp {
            if (freeTransfers < 1 || freeTransfers > TOP_UP_MAX) {
                throw new IllegalArgumentException("a top-up is outside its bounds");
            }
        }
    }

    /// Returns the free transfers of a gamer in the gameweek.
    default int freeTransfers(int saved) {
        return this instanceof TopUp(var most) ? Math.max(saved, most) : saved;
    }
}
