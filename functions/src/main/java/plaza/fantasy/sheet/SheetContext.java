package plaza.fantasy.sheet;

import static java.util.Objects.requireNonNull;
import static plaza.table.Condition.absent;
import static plaza.table.Condition.attribute;
import static plaza.table.Condition.exists;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.footballer.Footballer;
import plaza.fantasy.gamer.Gamer;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.gameweek.GameweekItems;
import plaza.fantasy.gameweek.TransferRule;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.key.FantasyKeys;
import plaza.table.Condition;
import plaza.table.Key;
import plaza.table.Transaction;
import plaza.table.Write;

/// The gamer and the sheets that a sheet depends on, and the conditions under which a sheet that
/// was decided with them is written.
///
/// A gamer's sheets are a chain: the gamer points to their first sheet, and each sheet to the next
/// one, which starts from the state after it.
///
/// @param open the copy of the gameweek, or the gameweek without copies: what the sheet checks
/// @param change how the gameweek changes the rules for transfers
/// @param own the gamer's stored sheet for the gameweek, or null
/// @param previous the gamer's last sheet before the gameweek, or null
record SheetContext(
        Gamer gamer,
        Gameweek gameweek,
        Key open,
        TransferRule change,
        @Nullable AcceptedSheet own,
        @Nullable AcceptedSheet previous) {
    /// Why a sheet is not written.
    enum Failure {
        CLOSED_OR_CHANGED,
        CHANGED
    }

    /// The gameweek of the gamer's next sheet, or null.
    @Nullable Gameweek next() {
        if (own != null) {
            return own.followedBy();
        }
        return previous == null ? gamer.firstSheet() : previous.followedBy();
    }

    /// Whether the stored sheet is what the gamer puts.
    boolean isStored(TeamSheet sheet) {
        return own != null && own.isSameAs(sheet) && own.change().equals(change);
    }

    /// Whether the next sheet starts from another state than `after`, the one that a sheet leads
    /// to. It started from the state after the stored sheet, or after a gameweek without a sheet.
    boolean contradictsNext(SquadState before, SquadState after, Rules rules) {
        var started = own == null ? before.afterMissed(List.of(change), rules) : own.after();
        return next() != null && !after.equals(started);
    }

    /// The accepted sheet as it is stored.
    ///
    /// @param footballers the facts with which it was accepted
    AcceptedSheet accepted(
            SheetCheck.Accepted accepted, Map<FootballerId, Footballer> footballers) {
        return new AcceptedSheet(
                gameweek,
                accepted.sheet(),
                accepted.sheet().squad().stream()
                        .map(id -> requireNonNull(footballers.get(id)).position())
                        .toList(),
                accepted.after(),
                accepted.sellingPricesTenths(),
                change,
                own == null ? 1 : own.revision() + 1,
                next(),
                null);
    }

    /// Writes an accepted sheet if everything that it depends on is as it was read, and if the
    /// gameweek is open at `now`.
    Transaction<Failure> writing(AcceptedSheet sheet, Instant now) {
        var isOpen = GameweekItems.isOpen(now).and(GameweekItems.hasChange(change));
        var put = Write.Put.of(SheetItems.sheet(gamer.id(), sheet));
        var transaction =
                new Transaction<Failure>()
                        .add(new Write.Check(open, isOpen), Failure.CLOSED_OR_CHANGED)
                        .add(put.onlyIf(own == null ? absent() : asRead(own)), Failure.CHANGED);
        return own == null ? transaction.add(pointer(), Failure.CHANGED) : transaction;
    }

    /// Makes the previous sheet point to this one, or the gamer if this is their first sheet.
    private Write pointer() {
        if (previous != null) {
            return Write.Update.of(FantasyKeys.TEAM_SHEET.key(gamer.id(), previous.gameweek()))
                    .set(SheetItems.FOLLOWED_BY, gameweek.number())
                    .onlyIf(asRead(previous));
        }
        return Write.Update.of(FantasyKeys.GAMER.key(gamer.id()))
                .set(GamerItems.FIRST_SHEET, gameweek.number())
                .onlyIf(exists().and(isOrAbsent(GamerItems.FIRST_SHEET, gamer.firstSheet())));
    }

    /// Holds if a sheet has not been put again, and if no later sheet was put after it.
    private static Condition asRead(AcceptedSheet sheet) {
        return attribute(SheetItems.REVISION)
                .is(sheet.revision())
                .and(isOrAbsent(SheetItems.FOLLOWED_BY, sheet.followedBy()));
    }

    private static Condition isOrAbsent(String attribute, @Nullable Gameweek gameweek) {
        return gameweek == null
                ? attribute(attribute).isAbsent()
                : attribute(attribute).is(gameweek.number());
    }
}
