package plaza.fantasy.sheet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.footballer.Position;
import plaza.fantasy.gameweek.GameweekItems;
import plaza.fantasy.gameweek.GameweekValues;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.key.FantasyKeys;
import plaza.table.Item;
import plaza.table.Write;

/// Converts accepted team sheets to items and back.
public final class SheetItems {
    private static final String GOAL_KEEPER = "goalKeeper";
    private static final String PLAYERS = "players";
    private static final String SUBS = "subs";
    private static final String CAPTAIN = "captain";
    private static final String VICE_CAPTAIN = "viceCaptain";
    public static final String CHIP = "chip";
    private static final String TRANSFER_COST = "transferCost";
    public static final String POSITIONS = "positions";
    private static final String PAID = "paid";
    private static final String SOLD = "sold";
    static final String BANK = "bank";
    private static final String PAID_BEFORE_FREE_HIT = "paidBeforeFreeHit";
    private static final String BANK_BEFORE_FREE_HIT = "bankBeforeFreeHit";
    static final String FREE_TRANSFERS = "freeTransfers";
    private static final String CHIPS = "chips";
    public static final String REVISION = "revision";
    public static final String FOLLOWED_BY = "followedBy";
    public static final String POINTS = "points";
    public static final String SCORES = "scores";
    private static final String SUBSTITUTIONS = "substitutions";
    private static final String MULTIPLIED = "multiplied";
    public static final String GAMER_VERSION = "gamerVersion";

    private SheetItems() {}

    public static Item sheet(GamerId gamer, AcceptedSheet accepted) {
        var sheet = accepted.sheet();
        var after = accepted.after();
        var chip = sheet.chip();
        var beforeFreeHit = after.squadBeforeFreeHit();
        var followedBy = accepted.followedBy();
        var item =
                Item.at(FantasyKeys.TEAM_SHEET.key(gamer, accepted.gameweek()))
                        .with(GOAL_KEEPER, sheet.goalKeeper().value())
                        .with(PLAYERS, texts(sheet.players()))
                        .with(SUBS, texts(sheet.subs()))
                        .with(CAPTAIN, sheet.captain().value())
                        .with(VICE_CAPTAIN, sheet.viceCaptain().value())
                        .with(CHIP, chip == null ? null : chip.text())
                        .with(TRANSFER_COST, accepted.transferCost())
                        .with(POSITIONS, letters(accepted.positions()))
                        .with(PAID, prices(after.squad().purchasePricesTenths()))
                        .with(SOLD, prices(accepted.sellingPricesTenths()))
                        .with(BANK, after.squad().bankTenths())
                        .with(FREE_TRANSFERS, after.freeTransfers())
                        .with(CHIPS, chips(after.chips()))
                        .with(GameweekItems.TRANSFERS, GameweekItems.text(accepted.change()))
                        .with(REVISION, accepted.revision());
        if (beforeFreeHit != null) {
            item.with(PAID_BEFORE_FREE_HIT, prices(beforeFreeHit.purchasePricesTenths()))
                    .with(BANK_BEFORE_FREE_HIT, beforeFreeHit.bankTenths());
        }
        return followedBy == null
                ? item.build()
                : item.with(FOLLOWED_BY, followedBy.number()).build();
    }

    public static AcceptedSheet sheet(Item item) {
        var chip = item.textOrNull(CHIP);
        var sheet =
                new TeamSheet(
                        FootballerId.of(item.text(GOAL_KEEPER)),
                        footballers(item.texts(PLAYERS)),
                        footballers(item.texts(SUBS)),
                        FootballerId.of(item.text(CAPTAIN)),
                        FootballerId.of(item.text(VICE_CAPTAIN)),
                        chip == null ? null : Chip.parse(chip),
                        Math.toIntExact(item.number(TRANSFER_COST)));
        return new AcceptedSheet(
                FantasyKeys.TEAM_SHEET.parse(item.key(), (_, gameweek) -> gameweek),
                sheet,
                positions(item.text(POSITIONS)),
                new SquadState(
                        squad(item, PAID, BANK),
                        Math.toIntExact(item.number(FREE_TRANSFERS)),
                        chips(item),
                        item.has(PAID_BEFORE_FREE_HIT)
                                ? squad(item, PAID_BEFORE_FREE_HIT, BANK_BEFORE_FREE_HIT)
                                : null),
                prices(item, SOLD),
                GameweekItems.change(item),
                item.number(REVISION),
                GameweekValues.gameweekOrNull(item, FOLLOWED_BY),
                score(item, sheet));
    }

    /// Sets the score of a sheet.
    ///
    /// @param score the score, or null to remove it
    public static Write.Update score(
            GamerId gamer, Gameweek gameweek, @Nullable SheetScore score, long gamerVersion) {
        var update =
                Write.Update.of(FantasyKeys.TEAM_SHEET.key(gamer, gameweek))
                        .set(GAMER_VERSION, gamerVersion)
                        .remove(SCORES)
                        .remove(SUBSTITUTIONS)
                        .remove(MULTIPLIED);
        if (score == null) {
            return update.remove(POINTS);
        }
        update = update.set(POINTS, score.points());
        var captain = score.captain();
        if (!score.footballers().isEmpty()) {
            update =
                    update.set(SCORES, scores(score.footballers()))
                            .set(SUBSTITUTIONS, substitutions(score.substitutions()));
        }
        return captain == null ? update : update.set(MULTIPLIED, captain.value());
    }

    /// Returns the points of the fifteen in the order of the sheet, each with its multiplier: `6 1
    /// 9 2 …`. Numbers instead of ids keep most settled sheets below 1 KB, which is one write unit.
    private static String scores(List<SheetScore.FootballerScore> footballers) {
        return footballers.stream()
                .map(score -> score.points() + " " + score.multiplier())
                .collect(Collectors.joining(" "));
    }

    private static List<String> substitutions(List<SheetScore.Substitution> substitutions) {
        return substitutions.stream()
                .map(made -> made.off().value() + " " + made.on().value())
                .toList();
    }

    private static @Nullable SheetScore score(Item item, TeamSheet sheet) {
        var points = item.numberOrNull(POINTS);
        if (points == null) {
            return null;
        }
        var footballers = new ArrayList<SheetScore.FootballerScore>();
        var numbers = item.textOrNull(SCORES);
        if (numbers != null) {
            var parts = numbers.split(" ", -1);
            var squad = sheet.squad();
            for (var index = 0; index < squad.size(); index++) {
                footballers.add(
                        new SheetScore.FootballerScore(
                                squad.get(index),
                                Integer.parseInt(parts[2 * index]),
                                Integer.parseInt(parts[2 * index + 1])));
            }
        }
        var substitutions =
                item.textsOrNone(SUBSTITUTIONS).stream()
                        .map(made -> made.split(" ", -1))
                        .map(ids ->
                                new SheetScore.Substitution(
                                        FootballerId.of(ids[0]), FootballerId.of(ids[1])))
                        .toList();
        var captain = item.textOrNull(MULTIPLIED);
        return new SheetScore(
                Math.toIntExact(points),
                footballers,
                substitutions,
                captain == null ? null : FootballerId.of(captain));
    }

    private static List<String> texts(List<FootballerId> footballers) {
        return footballers.stream().map(FootballerId::value).toList();
    }

    private static List<FootballerId> footballers(List<String> texts) {
        return texts.stream().map(FootballerId::of).toList();
    }

    static Map<String, Long> prices(Map<FootballerId, Integer> pricesTenths) {
        var prices = new TreeMap<String, Long>();
        pricesTenths.forEach((footballer, price) -> prices.put(footballer.value(), (long) price));
        return prices;
    }

    private static Map<FootballerId, Integer> prices(Item item, String name) {
        var prices = new HashMap<FootballerId, Integer>();
        item.numbersByName(name)
                .forEach((footballer, price) ->
                        prices.put(FootballerId.of(footballer), Math.toIntExact(price)));
        return prices;
    }

    private static Squad squad(Item item, String paid, String bank) {
        return new Squad(prices(item, paid), Math.toIntExact(item.number(bank)));
    }

    /// Returns the chips played so far, each with its gameweek: `03 wildcard`.
    private static List<String> chips(NavigableMap<Gameweek, Chip> chips) {
        return chips.entrySet().stream()
                .map(played -> played.getKey().text() + " " + played.getValue().text())
                .toList();
    }

    private static NavigableMap<Gameweek, Chip> chips(Item item) {
        var chips = new TreeMap<Gameweek, Chip>();
        for (var played : item.texts(CHIPS)) {
            var parts = played.split(" ", -1);
            var chip = Chip.parse(parts[1]);
            if (chip == null) {
                throw new IllegalStateException("item with an unknown chip");
            }
            chips.put(Gameweek.parse(parts[0]), chip);
        }
        return chips;
    }

    /// Returns one letter for each position: `gddddmmmmffgdmf`.
    private static String letters(List<Position> positions) {
        var letters = new StringBuilder(positions.size());
        positions.forEach(position -> letters.append(position.text().charAt(0)));
        return letters.toString();
    }

    private static List<Position> positions(String letters) {
        var positions = new ArrayList<Position>(letters.length());
        for (var index = 0; index < letters.length(); index++) {
            for (var position : Position.values()) {
                if (position.text().charAt(0) == letters.charAt(index)) {
                    positions.add(position);
                }
            }
        }
        return positions;
    }
}
