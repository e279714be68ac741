package plaza.fantasy.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.catalogue.TokenRules;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.local.FantasyImport.Counts;
import plaza.local.backend.Backend;
import plaza.local.storage.StartupFailure;
import plaza.table.Table;
import plaza.testkit.TestBed;

class FantasyImportTest {
    private static final String PLAYERS =
            """
            element,first_name,second_name,web_name,position,team,now_cost,cost_change_start,selected_by_percent,total_points,minutes
            1,Ann,"Quick, ""the Fox\""",Quick,GK,Here,44,-1,0.2,0,0
            2,Ben,Over,Over,MID,"There ",85,3,51.3,9,180
            """;

    private static final String FIXTURES =
            """
            gw,element,fixture,kickoff_time,was_home,minutes,goals_scored,assists,clean_sheets,saves,yellow_cards,red_cards,bonus,total_points,value,selected
            1,1,2,2023-08-12T12:00:00Z,1,0,0,0,0,0,0,0,0,0,45,59090
            1,2,3,2023-08-11T19:00:00Z,0,90,0,0,0,0,1,0,0,7,45,59090
            1,2,4,2023-08-13T19:00:00Z,1,45,0,0,0,0,0,0,0,-2,45,59090
            39,2,5,2024-01-13T19:00:00Z,1,45,0,0,0,0,0,0,0,4,45,59090
            """;

    @TempDir private Path folder;
    @AutoClose private final TestBed bed = new TestBed();

    @Test
    void aSeasonIsLoadedAndASecondImportChangesNothing() throws IOException {
        var report = load(PLAYERS, FIXTURES);

        assertThat(report.footballers()).isEqualTo(new Counts(2, 2, 0, 0));
        assertThat(report.fixturePoints()).isEqualTo(new Counts(4, 3, 0, 0, 1));
        assertThat(report.gameweeks()).isEqualTo(new Counts(2, 2, 0, 0));
        assertThat(report.fixtures()).isEqualTo(new Counts(4, 4, 0, 0));
        assertThat(report.notes()).isEmpty();
        assertThat(footballer("1"))
                .isEqualTo(
                        "{\"footballerId\":\"1\",\"name\":\"Ann Quick, \\\"the Fox\\\"\","
                                + "\"position\":\"goalkeeper\",\"club\":\"Here\",\"price\":44,"
                                + "\"selectedPercent\":0.2,\"gameweekPoints\":{},\"totalPoints\":0}");
        assertThat(footballer("2"))
                .contains("\"club\":\"There\"", "{\"01\":5,\"39\":4},\"totalPoints\":9");
        var held = bed.as("anyone").at("gameweek", "1").send("GetGameweek").json();
        assertThat(held.path("deadline").asText()).isEqualTo("2023-08-11T17:30:00.000Z");
        assertThat(bed.items(FantasyKeys.GAMEWEEKS.of(Gameweek.of(1)))).hasSize(6);
        assertThat(
                        bed.as("anyone").at("gameweek", "1").all("ListFixtures", 1).stream()
                                .map(JsonNode::toString))
                .containsExactly(
                        "{\"gameweek\":\"01\",\"fixtureId\":\"2\",\"homeClub\":\"Here\","
                                + "\"awayClub\":\"Unknown\",\"kickoff\":\"2023-08-12T12:00:00.000Z\"}",
                        "{\"gameweek\":\"01\",\"fixtureId\":\"3\",\"homeClub\":\"Unknown\","
                                + "\"awayClub\":\"There\",\"kickoff\":\"2023-08-11T19:00:00.000Z\"}",
                        "{\"gameweek\":\"01\",\"fixtureId\":\"4\",\"homeClub\":\"There\","
                                + "\"awayClub\":\"Unknown\",\"kickoff\":\"2023-08-13T19:00:00.000Z\"}");
        assertThat(bed.items(FantasyKeys.FOOTBALLERS.of(FootballerId.of("2")))).hasSize(4);

        var before = bed.everything();
        var again = load(PLAYERS, FIXTURES);
        assertThat(again.footballers()).isEqualTo(new Counts(2, 0, 2, 0));
        assertThat(again.fixturePoints()).isEqualTo(new Counts(4, 0, 3, 0, 1));
        assertThat(again.gameweeks()).isEqualTo(new Counts(2, 0, 2, 0));
        assertThat(again.fixtures()).isEqualTo(new Counts(4, 0, 4, 0));
        assertThat(bed.everything()).isEqualTo(before);
        assertThat(again.lines())
                .containsExactly(
                        "imported a fantasy season",
                        "  footballers    2 read, 0 written, 2 kept, 0 refused",
                        "  fixture points 4 read, 0 written, 3 kept, 0 refused, 1 without play",
                        "  gameweeks      2 read, 0 written, 2 kept, 0 refused",
                        "  fixtures       4 read, 0 written, 4 kept, 0 refused");
    }

    @Test
    void anImportPrintsItsProgress() throws IOException {
        writeFiles(PLAYERS, fixtures(1_000));
        var lines = new ArrayList<String>();
        FantasyImport.load(folder, bed.table(), bed.table()::writeAll, lines::add);
        assertThat(lines)
                .containsExactly("importing a fantasy season: 1003 of 1003 fixture points");
    }

    @Test
    void aDataFolderReceivesTheSameItems(@TempDir Path data) throws IOException {
        load(PLAYERS, fixtures(150));
        try (var backend =
                Backend.open(data, null, List.of(), TokenRules.COGNITO, UnaryOperator.identity())) {
            FantasyImport.load(folder, backend.table(), backend::writeAll, _ -> {});
            assertThat(TestBed.everything(backend.emulator()))
                    .hasSizeGreaterThan(3 * Table.TRANSACTION_MAX)
                    .isEqualTo(bed.everything());
        }
    }

    @Test
    void invalidRowsAreSkippedAndReported() throws IOException {
        var report =
                load(
                        PLAYERS
                                + "3,Cat,Nap,Nap,COACH,Here,44,-1,0.2,0,0\n"
                                + "2,Dan,Twice,Twice,DEF,Here,44,-1,0.2,0,0\n"
                                + "4,Eve,Dear,Dear,DEF,Here,4.5,-1,0.2,0,0\n"
                                + "5,Fay,\"Two\nlines\",Fay,DEF,Here,44,-1,0.2,0,0\n"
                                + "\n"
                                + "6,Gus,Last,Last,COACH,Here,44,-1,0.2,0,0\n",
                        FIXTURES
                                + "1,9,2,2023-08-12T12:00:00Z,1,0,0,0,0,0,0,0,0,0,45,59090\n"
                                + "1,2,3,2023-08-12T12:00:00Z,1,0,0,0,0,0,0,0,0,0,45,59090\n"
                                + "0,2,3,2023-08-12T12:00:00Z,1,0,0,0,0,0,0,0,0,0,45,59090\n"
                                + "2,2,3,yesterday,1,0,0,0,0,0,0,0,0,0,45,59090\n");

        assertThat(report.footballers()).isEqualTo(new Counts(7, 2, 0, 5));
        assertThat(report.fixturePoints()).isEqualTo(new Counts(8, 3, 0, 4, 1));
        assertThat(report.notes())
                .containsExactly(
                        "x_players.csv, line 4: position must be GK, DEF, MID or FWD",
                        "x_players.csv, line 5: element must not be repeated",
                        "x_players.csv, line 6: now_cost must be an integer from 0 to 10000",
                        "x_players.csv, line 7: second_name must not contain line breaks",
                        "x_players.csv, line 10: position must be GK, DEF, MID or FWD",
                        "x_player_gw.csv, line 6: element must be a footballer of the other file",
                        "x_player_gw.csv, line 7: fixture must not be repeated for a footballer and gameweek",
                        "x_player_gw.csv, line 8: gw must be a gameweek from 1 to 99",
                        "x_player_gw.csv, line 9: kickoff_time must be an ISO-8601 time in UTC, such as 2026-01-31T09:05:00.000Z");
    }

    @Test
    void windowsLineEndsAndAByteOrderMarkAreAccepted() throws IOException {
        var report = load("\uFEFF" + PLAYERS.replace("\n", "\r\n") + "\r\n", FIXTURES.strip());
        assertThat(report.footballers()).isEqualTo(new Counts(2, 2, 0, 0));
        assertThat(report.fixturePoints()).isEqualTo(new Counts(4, 3, 0, 0, 1));
        assertThat(footballer("1")).contains("Ann Quick, \\\"the Fox\\\"");
    }

    @Test
    void anotherFormatIsRejectedBeforeAnythingIsWritten() throws IOException {
        assertUnusable("one file *_players.csv; it has 0");
        Files.writeString(folder.resolve("x_players.csv"), PLAYERS);
        assertUnusable("one file *_player_gw.csv; it has 0");
        for (var bad : List.of("", "a,b\n1,2\n", FIXTURES + "1,2\n", FIXTURES + "\"1,2\n")) {
            Files.writeString(folder.resolve("x_player_gw.csv"), bad);
            assertThatThrownBy(() -> FantasyImport.load(folder, bed.table()))
                    .isInstanceOf(StartupFailure.class)
                    .hasMessageContaining("x_player_gw.csv");
        }
        assertUnusable("x_player_gw.csv is not valid CSV from line 6: ");
        Files.write(folder.resolve("x_player_gw.csv"), new byte[] {'g', 'w', (byte) 0xC0});
        assertUnusable("not valid UTF-8");
        assertThatThrownBy(() -> FantasyImport.load(folder.resolve("nowhere"), bed.table()))
                .isInstanceOf(StartupFailure.class)
                .hasMessageContaining("cannot be read");
        assertThat(bed.everything()).isEmpty();
    }

    private void assertUnusable(String message) {
        assertThatThrownBy(() -> FantasyImport.load(folder, bed.table()))
                .isInstanceOf(StartupFailure.class)
                .hasMessageContaining(message);
    }

    private FantasyImport.Report load(String players, String fixtures) throws IOException {
        writeFiles(players, fixtures);
        return FantasyImport.load(folder, bed.table());
    }

    private void writeFiles(String players, String fixtures) throws IOException {
        Files.writeString(folder.resolve("x_players.csv"), players);
        Files.writeString(folder.resolve("x_player_gw.csv"), fixtures);
    }

    /// Returns the rows of [#FIXTURES], and `count` more fixtures of gameweek 2.
    private static String fixtures(int count) {
        var rows = new StringBuilder(FIXTURES);
        for (var fixture = 100; fixture < 100 + count; fixture++) {
            rows.append(
                    "2,2,%d,2023-08-12T12:00:00Z,1,90,0,0,0,0,0,0,0,2,45,59090\n"
                            .formatted(fixture));
        }
        return rows.toString();
    }

    private String footballer(String id) {
        return bed.as("anyone").at("footballerId", id).send("GetFootballer").json().toString();
    }
}
