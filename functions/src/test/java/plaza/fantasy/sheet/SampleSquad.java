package plaza.fantasy.sheet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import plaza.fantasy.fixture.FixturePoints;
import plaza.fantasy.footballer.Club;
import plaza.fantasy.footballer.Footballer;
import plaza.fantasy.footballer.Position;
import plaza.fantasy.id.FixtureId;
import plaza.fantasy.id.FootballerId;

/// A small set of footballers and one legal 4-4-2 sheet. Each test changes one detail of the sheet.
///
/// The squad is `gk1 gk2 d1–d5 m1–m5 f1–f3`; the other footballers can be bought. Every footballer
/// costs 60 tenths and plays for a different club.
public final class SampleSquad {
    static final Map<FootballerId, Footballer> FOOTBALLERS = footballers();

    private SampleSquad() {}

    public static FootballerId id(String text) {
        return FootballerId.of(text);
    }

    static List<FootballerId> ids(String texts) {
        return List.of(texts.split(" ")).stream().map(FootballerId::of).toList();
    }

    static TeamSheet sheet() {
        return sheet("gk1", "d1 d2 d3 d4 m1 m2 m3 m4 f1 f2", "gk2 d5 m5 f3");
    }

    static TeamSheet sheet(String goalKeeper, String players, String subs) {
        return new TeamSheet(
                id(goalKeeper), ids(players), ids(subs), id("m1"), id("f1"), null, null);
    }

    static TeamSheet with(TeamSheet sheet, Chip chip) {
        return new TeamSheet(
                sheet.goalKeeper(),
                sheet.players(),
                sheet.subs(),
                sheet.captain(),
                sheet.viceCaptain(),
                chip,
                sheet.transferCost());
    }

    /// Returns the sheet with one footballer replaced by another: `exchange(sheet, "d1", "d6")`.
    static TeamSheet exchange(TeamSheet sheet, String off, String on) {
        return new TeamSheet(
                exchange(sheet.goalKeeper(), off, on),
                sheet.players().stream().map(id -> exchange(id, off, on)).toList(),
                sheet.subs().stream().map(id -> exchange(id, off, on)).toList(),
                exchange(sheet.captain(), off, on),
                exchange(sheet.viceCaptain(), off, on),
                sheet.chip(),
                sheet.transferCost());
    }

    private static FootballerId exchange(FootballerId id, String off, String on) {
        return id.value().equals(off) ? id(on) : id;
    }

    static Map<FootballerId, Integer> prices() {
        var prices = new HashMap<FootballerId, Integer>();
        FOOTBALLERS.forEach((id, footballer) -> prices.put(id, footballer.priceTenths()));
        return prices;
    }

    static Map<FootballerId, Position> positions() {
        var positions = new HashMap<FootballerId, Position>();
        FOOTBALLERS.forEach((id, footballer) -> positions.put(id, footballer.position()));
        return positions;
    }

    /// Returns one fixture with one point for every footballer except the absent ones.
    static Map<FootballerId, List<FixturePoints>> onePointExcept(String absent) {
        var fixturePoints = new HashMap<FootballerId, List<FixturePoints>>();
        for (FootballerId id : FOOTBALLERS.keySet()) {
            fixturePoints.put(id, List.of(fixturePoints(1, 90)));
        }
        if (!absent.isEmpty()) {
            ids(absent).forEach(fixturePoints::remove);
        }
        return fixturePoints;
    }

    public static FixturePoints fixturePoints(int points, int minutes) {
        return new FixturePoints(FixtureId.of("x"), points, minutes, 0, 0);
    }

    private static Map<FootballerId, Footballer> footballers() {
        var all = new ArrayList<Footballer>();
        add(all, "gk", Position.GOALKEEPER);
        add(all, "d", Position.DEFENDER);
        add(all, "m", Position.MIDFIELDER);
        add(all, "f", Position.FORWARD);
        var byId = new HashMap<FootballerId, Footballer>();
        all.forEach(footballer -> byId.put(footballer.id(), footballer));
        return Map.copyOf(byId);
    }

    private static void add(List<Footballer> all, String prefix, Position position) {
        for (int i = 1; i <= 9; i++) {
            all.add(new Footballer(id(prefix + i), "n", position, new Club(prefix + i), 60));
        }
    }
}
