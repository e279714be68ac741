package plaza.fantasy.sheet;

import java.util.List;
import plaza.fantasy.footballer.Position;
import plaza.fantasy.id.FantasyIds;
import plaza.http.Schema.Array;
import plaza.http.Schema.Flag;
import plaza.http.Schema.Whole;
import plaza.http.Shape;

/// Converts the rules of a season to JSON, with the fields of their file ([SeasonRules]).
public final class RulesJson {
    private static final Shape<IntRange> RANGE =
            Shape.<IntRange>named("PositionRange")
                    .with("min", new Whole(0, 15, 3), IntRange::min)
                    .with("max", new Whole(0, 15, 5), IntRange::max);

    private static final Shape<ChipWindow> WINDOW =
            Shape.<ChipWindow>named("ChipWindow")
                    .with("from", FantasyIds.GAMEWEEK, ChipWindow::from)
                    .with("to", FantasyIds.GAMEWEEK, ChipWindow::to)
                    .with("uses", new Whole(1, SeasonRules.USES_MAX, 1), ChipWindow::uses);

    public static final Shape<Rules> RULES =
            Shape.<Rules>named("SeasonRules")
                    .with("squad", squad(), rules -> rules)
                    .with("starters", starters(), rules -> rules)
                    .with("clubMax", new Whole(1, 15, 3), Rules::clubMax)
                    .with("budget", new Whole(1, 150_000, 1_000), Rules::budgetTenths)
                    .with("riseDivisor", new Whole(1, 1_000, 2), Rules::riseDivisor)
                    .with("freeTransfers", new Whole(0, 15, 1), Rules::freeTransfersEach)
                    .with("freeTransfersMax", new Whole(0, 15, 5), Rules::freeTransfersSavedMax)
                    .with("transferCost", new Whole(1, 100, 4), Rules::transferCostPoints)
                    .with("freeChipKeepsTransfers", Flag.ANY, Rules::freeChipKeepsSavedTransfers)
                    .with("chips", chips(), rules -> rules)
                    .with("captainFactor", new Whole(1, 10, 2), Rules::captainFactor)
                    .with("tripleCaptainFactor", new Whole(1, 10, 3), Rules::tripleCaptainFactor);

    private RulesJson() {}

    private static Shape<Rules> squad() {
        var shape = Shape.<Rules>named("SquadRules");
        for (var position : Position.values()) {
            shape =
                    shape.with(
                            position.text(), new Whole(0, 15, 5), rules -> rules.squadOf(position));
        }
        return shape;
    }

    private static Shape<Rules> starters() {
        var shape = Shape.<Rules>named("StarterRules");
        for (var position : Position.values()) {
            shape = shape.with(position.text(), RANGE, rules -> rules.startersOf(position));
        }
        return shape;
    }

    private static Shape<Rules> chips() {
        var shape = Shape.<Rules>named("ChipRules");
        for (var chip : Chip.values()) {
            shape =
                    shape.with(
                            chip.text(),
                            Array.of(WINDOW),
                            rules -> rules.chipWindows().getOrDefault(chip, List.of()));
        }
        return shape;
    }
}
