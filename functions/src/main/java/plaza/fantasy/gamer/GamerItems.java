package plaza.fantasy.gamer;

import java.time.LocalDate;
import plaza.fantasy.gameweek.GameweekValues;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.key.FantasyKeys;
import plaza.table.Item;
import plaza.table.Write;

/// Converts gamers to items and back.
public final class GamerItems {
    /// The number of shards of the list of all gamers, which is also the number of concurrent jobs
    /// that settle a gameweek.
    public static final int ALL_GAMERS_SHARDS = 16;

    static final String DATE_OF_BIRTH = "dateOfBirth";
    static final String COUNTRY = "country";
    public static final String DISPLAY_NAME = "displayName";
    private static final String GAMEWEEK_POINTS = "gameweekPoints";
    public static final String TOTAL_POINTS = "totalPoints";
    public static final String VERSION = "version";
    public static final String LEAGUES = "leagues";
    public static final String FIRST_SHEET = "firstSheet";

    private GamerItems() {}

    public static Item gamer(Gamer gamer) {
        var first = gamer.firstSheet();
        var item =
                Item.at(FantasyKeys.GAMER.key(gamer.id()))
                        .with(DATE_OF_BIRTH, gamer.dateOfBirth().toString())
                        .with(COUNTRY, gamer.country())
                        .with(DISPLAY_NAME, gamer.displayName())
                        .with(GAMEWEEK_POINTS, GameweekValues.numbers(gamer.gameweekPoints()))
                        .with(TOTAL_POINTS, gamer.totalPoints())
                        .with(VERSION, gamer.version())
                        .with(LEAGUES, gamer.leagues().stream().map(LeagueId::value).toList());
        return first == null ? item.build() : item.with(FIRST_SHEET, first.number()).build();
    }

    public static Gamer gamer(Item item) {
        return new Gamer(
                FantasyKeys.GAMER.parse(item.key()),
                LocalDate.parse(item.text(DATE_OF_BIRTH)),
                item.text(COUNTRY),
                item.textOrNull(DISPLAY_NAME),
                GameweekValues.pointsByGameweek(item, GAMEWEEK_POINTS),
                item.number(VERSION),
                item.texts(LEAGUES).stream().map(LeagueId::of).toList(),
                GameweekValues.gameweekOrNull(item, FIRST_SHEET));
    }

    /// Returns a gamer's entry in the list of all gamers.
    public static Item allGamersEntry(GamerId gamer) {
        return Item.at(FantasyKeys.ALL_GAMERS_ENTRY.key(shardOf(gamer), gamer)).build();
    }

    /// Returns the shard of the list of all gamers that contains a gamer.
    public static int shardOf(GamerId gamer) {
        return Math.floorMod(gamer.value().hashCode(), ALL_GAMERS_SHARDS);
    }

    /// Sets the points of all gameweeks of a gamer.
    public static Write.Update points(Gamer gamer) {
        return Write.Update.of(FantasyKeys.GAMER.key(gamer.id()))
                .setOrRemove(GAMEWEEK_POINTS, GameweekValues.numbers(gamer.gameweekPoints()))
                .set(TOTAL_POINTS, gamer.totalPoints())
                .set(VERSION, gamer.version());
    }

    /// Sets the leagues of a gamer.
    public static Write.Update leagues(Gamer gamer) {
        return Write.Update.of(FantasyKeys.GAMER.key(gamer.id()))
                .set(LEAGUES, gamer.leagues().stream().map(LeagueId::value).toList())
                .set(VERSION, gamer.version());
    }
}
