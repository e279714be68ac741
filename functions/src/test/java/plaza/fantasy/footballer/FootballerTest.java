package plaza.fantasy.footballer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import plaza.fantasy.fixture.Fixture;
import plaza.fantasy.fixture.FixturePoints;
import plaza.fantasy.id.FixtureId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.sheet.Chip;
import plaza.fantasy.sheet.SampleSquad;

/// The facts about footballers and fixtures.
class FootballerTest {
    private static final FixtureId FIXTURE = FixtureId.of("x");

    @ParameterizedTest
    @ValueSource(ints = {0, Footballer.PRICE_TENTHS_MAX})
    void aPriceMayBeAtItsBounds(int price) {
        assertThat(footballer(price).priceTenths()).isEqualTo(price);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Footballer.PRICE_TENTHS_MAX + 1})
    void aPriceOutsideItsBoundsIsRejected(int price) {
        assertThatThrownBy(() -> footballer(price)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {-FixturePoints.POINTS_MAX, FixturePoints.POINTS_MAX})
    void pointsMayBeAtTheirBounds(int points) {
        assertThat(SampleSquad.fixturePoints(points, 0).points()).isEqualTo(points);
    }

    @ParameterizedTest
    @ValueSource(ints = {-FixturePoints.POINTS_MAX - 1, FixturePoints.POINTS_MAX + 1})
    void pointsOutsideTheirBoundsAreRejected(int points) {
        assertThatThrownBy(() -> SampleSquad.fixturePoints(points, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void minutesAndCardsAreNotNegative() {
        assertThatThrownBy(() -> new FixturePoints(FIXTURE, 0, -1, 0, 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new FixturePoints(FIXTURE, 0, 0, -1, 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new FixturePoints(FIXTURE, 0, 0, 0, -1))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void thePointsOfASeasonAddUp() {
        var points = new TreeMap<>(Map.of(new Gameweek(1), 5, new Gameweek(2), -2));
        var season = new FootballerSeason(footballer(60), BigDecimal.ONE, points, 7);
        assertThat(season.totalPoints()).isEqualTo(3);
        var more = season.scored(new Gameweek(2), 10);
        assertThat(more.totalPoints()).isEqualTo(15);
        assertThat(more.version()).isEqualTo(8);
        assertThat(more.selectedPercent()).isEqualTo(BigDecimal.ONE);
    }

    @Test
    void aFixtureHasTwoClubs() {
        var home = new Club("Rovers");
        var fixture = new Fixture(FIXTURE, home, new Club("United"), null);
        assertThat(fixture.homeClub()).isEqualTo(home);
        assertThatThrownBy(() -> new Fixture(FIXTURE, home, new Club("Ro\u00advers"), null))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void clubsAreComparedWithoutInvisibleCharacters() {
        assertThat(new Club("Rovers"))
                .isEqualTo(new Club("Ro\u00advers"))
                .hasSameHashCodeAs(new Club("Ro\u00advers"))
                .isNotEqualTo(new Club("rovers"))
                .isNotEqualTo("Rovers");
        assertThat(new Club("a").hashCode()).isNotEqualTo(new Club("b").hashCode());
        assertThatThrownBy(() -> new Club(" ")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void positionsAndChipsHaveTheWordsOfTheApi() {
        assertThat(Position.values())
                .extracting(Position::text)
                .containsExactly("goalkeeper", "defender", "midfielder", "forward");
        for (Position position : Position.values()) {
            assertThat(Position.parse(position.text())).isEqualTo(position);
        }
        assertThat(Position.parse("Forward")).isNull();
        assertThat(Chip.values())
                .extracting(Chip::text)
                .containsExactly("tripleCaptain", "benchBoost", "wildcard", "freeHit");
        for (Chip chip : Chip.values()) {
            assertThat(Chip.parse(chip.text())).isEqualTo(chip);
        }
        assertThat(Chip.parse("")).isNull();
    }

    private static Footballer footballer(int price) {
        return new Footballer(
                SampleSquad.id("f1"), "n", Position.FORWARD, new Club("Rovers"), price);
    }
}
