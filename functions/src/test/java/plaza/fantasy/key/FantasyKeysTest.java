package plaza.fantasy.key;

import static org.assertj.core.api.Assertions.assertThat;
import static plaza.table.StoredKeys.stored;

import java.util.List;
import org.junit.jupiter.api.Test;
import plaza.fantasy.id.FixtureId;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.id.LeagueId;
import plaza.table.ItemCollection;
import plaza.table.TableSchema.Index;

class FantasyKeysTest {
    private static final GamerId GAMER = GamerId.of("g1");
    private static final LeagueId LEAGUE = LeagueId.of("l1");
    private static final Gameweek WEEK = Gameweek.of(7);

    @Test
    void keysAreWrittenAndReadWithTheirTypes() {
        stored("Gamer#g1", "GW#07#TeamSheet", FantasyKeys.TEAM_SHEET, GAMER, WEEK);
        stored("Gamer#g1", "League#l1", FantasyKeys.MEMBERSHIP, GAMER, LEAGUE);
        stored("League#l1", "League#l1", FantasyKeys.LEAGUE, LEAGUE);
        stored(
                "Gameweek#07",
                "Footballer#f1#Fixture#x1",
                FantasyKeys.GAMEWEEK_FIXTURE_POINTS,
                WEEK,
                FootballerId.of("f1"),
                FixtureId.of("x1"));
    }

    @Test
    void indexKeysAreStoredAsBefore() {
        assertThat(
                        List.of(
                                FantasyKeys.standingsOf(LEAGUE, 0),
                                FantasyKeys.standingsOf(LEAGUE, 2),
                                FantasyKeys.FOOTBALLERS_BY_POSITION.of("GK"),
                                FantasyKeys.GAMEWEEKS_BY_NUMBER.of()))
                .containsExactly(
                        new ItemCollection(Index.GSI_TWO, "League#l1"),
                        new ItemCollection(Index.GSI_TWO, "League#l1#2"),
                        new ItemCollection(Index.GSI_ONE, "Position#GK"),
                        new ItemCollection(Index.GSI_ONE, "Gameweeks"));
    }
}
