package plaza.fantasy;

import java.util.List;
import plaza.fantasy.model.Club;
import plaza.fantasy.model.Fixture;
import plaza.fantasy.model.FixturePoints;
import plaza.id.FixtureId;
import plaza.id.FootballerId;
import plaza.id.Gameweek;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Write;

/// Converts fixtures and fixture points to items and back.
public final class FixtureItems {
    static final String VERSION = "version";
    public static final String POINTS = "points";
    private static final String MINUTES = "minutes";
    private static final String YELLOW_CARDS = "yellowCards";
    private static final String RED_CARDS = "redCards";
    private static final String HOME_CLUB = "homeClub";
    private static final String AWAY_CLUB = "awayClub";
    private static final String KICKOFF = "kickoff";

    private FixtureItems() {}

    /// Returns a new fixture.
    public static Item fixture(Gameweek gameweek, Fixture fixture) {
        return Item.at(KeySpace.fixture(gameweek, fixture.id()))
                .with(HOME_CLUB, fixture.homeClub().name())
                .with(AWAY_CLUB, fixture.awayClub().name())
                .with(KICKOFF, fixture.kickoff())
                .with(VERSION, 0)
                .build();
    }

    public static Fixture fixture(Item item) {
        return new Fixture(
                KeySpace.fixtureOf(item.key()),
                new Club(item.text(HOME_CLUB)),
                new Club(item.text(AWAY_CLUB)),
                item.timeOrNull(KICKOFF));
    }

    /// Sets the clubs and the kick-off of an existing fixture.
    static Write.Update facts(Gameweek gameweek, Fixture fixture) {
        var update =
                Write.Update.of(KeySpace.fixture(gameweek, fixture.id()))
                        .set(HOME_CLUB, fixture.homeClub().name())
                        .set(AWAY_CLUB, fixture.awayClub().name());
        var kickoff = fixture.kickoff();
        return kickoff == null
                ? update.remove(KICKOFF)
                : update.set(KICKOFF, kickoff.toEpochMilli());
    }

    /// Increments the version of a fixture when points are put for it. [DeleteFixture] deletes a
    /// fixture only if the version is unchanged since it found no points.
    static Write.Update pointsPut(Gameweek gameweek, FixtureId fixture) {
        return Write.Update.of(KeySpace.fixture(gameweek, fixture)).add(VERSION, 1);
    }

    /// Returns both items of fixture points: one in the footballer's item collection, one in that
    /// of the gameweek.
    public static List<Item> fixturePoints(
            FootballerId footballer, Gameweek gameweek, FixturePoints points) {
        return List.of(
                fixturePoints(
                        KeySpace.fixturePoints(footballer, gameweek, points.fixture()), points),
                fixturePoints(
                        KeySpace.gameweekFixturePoints(gameweek, footballer, points.fixture()),
                        points));
    }

    private static Item fixturePoints(Key key, FixturePoints points) {
        return Item.at(key)
                .with(POINTS, points.points())
                .with(MINUTES, points.minutes())
                .with(YELLOW_CARDS, points.yellowCards())
                .with(RED_CARDS, points.redCards())
                .build();
    }

    /// Reads fixture points from either of their items.
    public static FixturePoints fixturePoints(Item item) {
        return new FixturePoints(
                KeySpace.fixtureOf(item.key()),
                Math.toIntExact(item.number(POINTS)),
                Math.toIntExact(item.number(MINUTES)),
                Math.toIntExact(item.number(YELLOW_CARDS)),
                Math.toIntExact(item.number(RED_CARDS)));
    }

    /// Reads the footballer from the item of fixture points in a gameweek's item collection.
    public static FootballerId footballerOf(Item item) {
        return KeySpace.footballerOf(item.key());
    }
}
