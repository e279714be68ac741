package plaza.fantasy.footballer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import plaza.fantasy.id.FootballerId;
import plaza.fantasy.id.Gameweek;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;

class SearchFootballersTest {
    @AutoClose private final TestBed bed = new TestBed();

    @BeforeEach
    void start() {
        put(
                season("a", "Arda Güler", Position.MIDFIELDER, 60, 20),
                season("b", "Zeki Amdouni", Position.FORWARD, 55, 30),
                season("c", "Éder Militão", Position.DEFENDER, 60, -2),
                season("d", "arda Turan", Position.MIDFIELDER, 100, 9),
                season("e", "Jan Oblak", Position.GOALKEEPER, 55, 100));
    }

    @Test
    void withoutParametersAllFootballersAreListedByName() {
        var response = search().send("SearchFootballers");
        assertThat(response.column("name"))
                .containsExactly(
                        "Arda Güler", "arda Turan", "Éder Militão", "Jan Oblak", "Zeki Amdouni");
        assertThat(response.json().path("items").get(0))
                .isEqualTo(bed.as("u").at("footballerId", "a").send("GetFootballer").json());
    }

    @ParameterizedTest
    @CsvSource({
        "q=gueler,                                   a",
        "q=ARDA,                                     a d",
        "q=a,                                        a d b",
        "q=x,                                        ''",
        "position=midfielder,                        a d",
        "q=a&position=forward,                       b",
        "sort=alphabetical&order=desc,               b e c d a",
        "sort=price,                                 d a c b e",
        "sort=price&order=desc,                      d a c b e",
        "sort=price&order=asc,                       b e a c d",
        "sort=totalPoints,                           e b a d c",
        "sort=totalPoints&order=asc,                 c d a b e",
        "q=a&position=midfielder&sort=totalPoints,   a d",
    })
    void footballersAreFilteredAndSorted(String query, String ids) {
        var expected = ids.isEmpty() ? List.of() : List.of(ids.split(" ", -1));
        for (var limit : List.of("1", "2", "100")) {
            var request = search();
            for (var parameter : query.split("&", -1)) {
                var parts = parameter.split("=", -1);
                request = request.query(parts[0], parts[1]);
            }
            assertThat(
                            request.all("SearchFootballers", Integer.parseInt(limit)).stream()
                                    .map(item -> item.path("footballerId").asText()))
                    .as(limit)
                    .isEqualTo(expected);
        }
    }

    /// The last footballer of a page has changed or is gone from the result.
    @Test
    void aNextPageNeitherRepeatsNorLeavesOutUnchangedFootballers() {
        var first = search().query("sort", "price").query("limit", "2").send("SearchFootballers");
        assertThat(first.column("footballerId")).containsExactly("d", "a");
        put(season("a", "Arda Güler", Position.MIDFIELDER, 40, 20));
        put(season("f", "New Comer", Position.MIDFIELDER, 200, 0));
        var second =
                search().query("sort", "price")
                        .query("limit", "2")
                        .query("cursor", first.json().path("nextCursor").asText())
                        .send("SearchFootballers");
        assertThat(second.column("footballerId")).containsExactly("c", "b");
        assertThat(second.headers().get("link")).contains("sort=price").contains("rel=\"next\"");
    }

    @ParameterizedTest
    @CsvSource({
        "q,         !",
        "position,  coach",
        "sort,      club",
        "order,     up",
        "club,      Fog",
    })
    void anInvalidParameterIsNamed(String name, String value) {
        var response = search().query(name, value).send("SearchFootballers");
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.badFields()).containsExactly(name);
    }

    @Test
    void aCursorOfAnotherOrderIsRejected() {
        var cursor =
                search().query("limit", "1").send("SearchFootballers").json().path("nextCursor");
        var response =
                search().query("sort", "price")
                        .query("cursor", cursor.asText())
                        .send("SearchFootballers");
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.badFields()).containsExactly("cursor");
    }

    private TestRequest search() {
        return bed.as("u");
    }

    private void put(FootballerSeason... seasons) {
        bed.putAll(Stream.of(seasons).map(FootballerItems::footballer));
    }

    private static FootballerSeason season(
            String id, String name, Position position, int price, int points) {
        var gameweekPoints = new TreeMap<Gameweek, Integer>();
        gameweekPoints.put(Gameweek.of(1), points);
        return new FootballerSeason(
                new Footballer(FootballerId.of(id), name, position, new Club("Fog"), price),
                null,
                gameweekPoints,
                1);
    }
}
