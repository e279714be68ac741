package plaza.fantasy;

import org.jspecify.annotations.Nullable;
import plaza.event.Event;
import plaza.event.ItemChange;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.key.FantasyKeys;

/// What the changes of this context's items mean.
public sealed interface FantasyEvent extends Event {
    /// A gamer joined or left a league.
    ///
    /// @param isMember whether they joined
    record MembershipChanged(LeagueId league, GamerId gamer, boolean isMember)
            implements FantasyEvent {}

    /// Reads the change of an item; null if nothing follows from it. Changed points are ignored:
    /// the settlement handles them.
    static @Nullable FantasyEvent ofOrNull(ItemChange change) {
        var isJoined = change.addedOrNull() != null;
        return (isJoined || change.removedOrNull() != null)
                        && FantasyKeys.MEMBERSHIP.is(change.key())
                ? FantasyKeys.MEMBERSHIP.parse(
                        change.key(),
                        (gamer, league) -> new MembershipChanged(league, gamer, isJoined))
                : null;
    }
}
