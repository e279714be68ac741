package plaza.fantasy.sheet;

import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.footballer.FootballerJson;
import plaza.fantasy.gameweek.GameweekJson;
import plaza.fantasy.gameweek.TransferRule;
import plaza.fantasy.id.FantasyIds;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.http.Json;
import plaza.http.Schema;
import plaza.http.Schema.Numbers;
import plaza.http.Schema.Text;
import plaza.http.Schema.Whole;
import plaza.http.Shape;

/// Converts accepted team sheets to JSON.
public final class SheetJson {
    static final Whole TRANSFER_COST = new Whole(-10_000, 10_000, 4);

    /// A number that is not negative.
    static final Whole NUMBER = new Whole(0, 1_000_000, 5);

    static final Whole POINTS = new Whole(-1_000_000, 1_000_000, 57);

    static final Text<Chip> CHIP = Text.oneOf(Chip::text, List.of(Chip.values()));

    private static final Shape<SheetScore.FootballerScore> FOOTBALLER_SCORE =
            Shape.<SheetScore.FootballerScore>named("FootballerScore")
                    .with(
                            "footballerId",
                            FantasyIds.FOOTBALLER,
                            SheetScore.FootballerScore::footballer)
                    .with("points", Whole.ANY, SheetScore.FootballerScore::points)
                    .with("multiplier", new Whole(0, 3, 1), SheetScore.FootballerScore::multiplier);

    private static final Shape<SheetScore.Substitution> SUBSTITUTION =
            Shape.<SheetScore.Substitution>named("Substitution")
                    .with("out", FantasyIds.FOOTBALLER, SheetScore.Substitution::off)
                    .with("in", FantasyIds.FOOTBALLER, SheetScore.Substitution::on);

    static final Shape<Score> SCORE =
            Shape.<Score>named("TeamSheetScore")
                    .with(
                            "players",
                            Schema.Array.of(FOOTBALLER_SCORE),
                            each -> each.score().footballers())
                    .with(
                            "substitutions",
                            Schema.Array.of(SUBSTITUTION),
                            each -> each.score().substitutions())
                    .optional("captain", FantasyIds.FOOTBALLER, each -> each.score().captain())
                    .with("transferCost", TRANSFER_COST, Score::transferCost);

    /// What is known about a gameweek without a sheet.
    private static final Shape<Place> PLACE =
            Shape.<Place>named("TeamSheetPlace")
                    .with("gamerId", FantasyIds.GAMER, Place::gamer)
                    .with("gameweek", FantasyIds.GAMEWEEK, Place::gameweek);

    public static final Shape<OfGamer> TEAM_SHEET =
            Shape.<OfGamer>named("TeamSheet")
                    .all(PLACE, each -> new Place(each.gamer(), each.accepted().gameweek()))
                    .with(
                            "goalKeeper",
                            FantasyIds.FOOTBALLER,
                            each -> each.accepted().sheet().goalKeeper())
                    .with(
                            "players",
                            Schema.Array.of(FantasyIds.FOOTBALLER),
                            each -> each.accepted().sheet().players())
                    .with(
                            "subs",
                            Schema.Array.of(FantasyIds.FOOTBALLER),
                            each -> each.accepted().sheet().subs())
                    .with(
                            "captain",
                            FantasyIds.FOOTBALLER,
                            each -> each.accepted().sheet().captain())
                    .with(
                            "viceCaptain",
                            FantasyIds.FOOTBALLER,
                            each -> each.accepted().sheet().viceCaptain())
                    .optional("chip", CHIP, each -> each.accepted().sheet().chip())
                    .with("transferCost", TRANSFER_COST, each -> each.accepted().transferCost())
                    .with("bank", NUMBER, each -> each.accepted().after().squad().bankTenths())
                    .with("freeTransfers", NUMBER, each -> each.accepted().after().freeTransfers())
                    .optional("points", POINTS, OfGamer::pointsOrNull)
                    .optional("score", SCORE, OfGamer::scoreOrNull);

    private static final Numbers PRICES = new Numbers(FantasyIds.FOOTBALLER, NUMBER);

    private static final Shape<Squad> SQUAD =
            Shape.<Squad>named("SquadBeforeFreeHit")
                    .with(
                            "purchasePrices",
                            PRICES,
                            squad -> SheetItems.prices(squad.purchasePricesTenths()))
                    .with("bank", NUMBER, Squad::bankTenths);

    /// A sheet as an export has it: with what the next sheet and the settlement need.
    public static final Shape<OfGamer> KEPT_SHEET =
            Shape.<OfGamer>named("KeptTeamSheet")
                    .all(TEAM_SHEET, each -> each)
                    .with(
                            "positions",
                            Schema.Array.of(FootballerJson.POSITION),
                            each -> each.accepted().positions())
                    .with(
                            "purchasePrices",
                            PRICES,
                            each ->
                                    SheetItems.prices(
                                            each.accepted().after().squad().purchasePricesTenths()))
                    .with(
                            "sellingPrices",
                            PRICES,
                            each -> SheetItems.prices(each.accepted().sellingPricesTenths()))
                    .optional(
                            "squadBeforeFreeHit",
                            SQUAD,
                            each -> each.accepted().after().squadBeforeFreeHit())
                    .optional("transfers", GameweekJson.TRANSFERS, OfGamer::changeOrNull);

    private SheetJson() {}

    /// A gameweek of a gamer.
    private record Place(GamerId gamer, Gameweek gameweek) {}

    /// A score, and the points that its transfers cost.
    record Score(SheetScore score, int transferCost) {}

    /// A sheet of a gamer.
    public record OfGamer(GamerId gamer, AcceptedSheet accepted) {
        private @Nullable Integer pointsOrNull() {
            var score = accepted.score();
            return score == null ? null : score.points();
        }

        private @Nullable TransferRule changeOrNull() {
            var change = accepted.change();
            return change instanceof TransferRule.None ? null : change;
        }

        private @Nullable Score scoreOrNull() {
            var score = accepted.score();
            return score == null || score.footballers().isEmpty()
                    ? null
                    : new Score(score, accepted.transferCost());
        }
    }

    /// Returns what is known about a gameweek without a sheet.
    static Json none(GamerId gamer, Gameweek gameweek) {
        return PLACE.of(new Place(gamer, gameweek));
    }

    static Json sheet(GamerId gamer, AcceptedSheet accepted) {
        return TEAM_SHEET.of(new OfGamer(gamer, accepted));
    }
}
