package plaza.fantasy.footballer;

import plaza.fantasy.gameweek.GameweekValues;
import plaza.fantasy.key.FantasyKeys;
import plaza.table.Item;
import plaza.table.Write;

/// Converts footballers to items and back.
public final class FootballerItems {
    private static final String GAMEWEEK_POINTS = "gameweekPoints";
    public static final String TOTAL_POINTS = "totalPoints";
    public static final String VERSION = "version";
    private static final String NAME = "name";
    private static final String POSITION = "position";
    private static final String CLUB = "club";
    private static final String PRICE = "price";
    private static final String SELECTED_PERCENT = "selectedPercent";

    private FootballerItems() {}

    public static Item footballer(FootballerSeason season) {
        var footballer = season.footballer();
        return Item.at(FantasyKeys.FOOTBALLER.key(footballer.id()))
                .in(
                        FantasyKeys.FOOTBALLERS_BY_POSITION.of(footballer.position().text()),
                        FantasyKeys.FOOTBALLER.key(footballer.id()).sk())
                .with(NAME, footballer.name())
                .with(POSITION, footballer.position().text())
                .with(CLUB, footballer.club().name())
                .with(PRICE, footballer.priceTenths())
                .with(SELECTED_PERCENT, season.selectedPercent())
                .with(GAMEWEEK_POINTS, GameweekValues.numbers(season.gameweekPoints()))
                .with(TOTAL_POINTS, season.totalPoints())
                .with(VERSION, season.version())
                .build();
    }

    public static FootballerSeason footballer(Item item) {
        return new FootballerSeason(
                new Footballer(
                        FantasyKeys.FOOTBALLER.parse(item.key()),
                        item.text(NAME),
                        position(item.text(POSITION)),
                        new Club(item.text(CLUB)),
                        Math.toIntExact(item.number(PRICE))),
                item.decimalOrNull(SELECTED_PERCENT),
                GameweekValues.pointsByGameweek(item, GAMEWEEK_POINTS),
                item.number(VERSION));
    }

    /// Sets the facts of an existing footballer, but not the points.
    static Write.Update facts(FootballerSeason season) {
        var footballer = season.footballer();
        return Write.Update.of(FantasyKeys.FOOTBALLER.key(footballer.id()))
                .in(
                        FantasyKeys.FOOTBALLERS_BY_POSITION.of(footballer.position().text()),
                        FantasyKeys.FOOTBALLER.key(footballer.id()).sk())
                .set(NAME, footballer.name())
                .set(POSITION, footballer.position().text())
                .set(CLUB, footballer.club().name())
                .set(PRICE, footballer.priceTenths())
                .setOrRemove(SELECTED_PERCENT, season.selectedPercent());
    }

    /// Sets the points of all gameweeks of a footballer.
    public static Write.Update points(FootballerSeason season) {
        return Write.Update.of(FantasyKeys.FOOTBALLER.key(season.footballer().id()))
                .setOrRemove(GAMEWEEK_POINTS, GameweekValues.numbers(season.gameweekPoints()))
                .set(TOTAL_POINTS, season.totalPoints())
                .set(VERSION, season.version());
    }

    private static Position position(String word) {
        var position = Position.parse(word);
        if (position == null) {
            throw new IllegalStateException("item with an unknown position");
        }
        return position;
    }
}
