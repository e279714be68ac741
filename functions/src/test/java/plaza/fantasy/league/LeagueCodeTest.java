package plaza.fantasy.league;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LeagueCodeTest {
    /// A character is missing from 2,400 with a probability of 10⁻³³.
    @Test
    void aCodeHasEveryCharacterOfItsAlphabet() {
        var characters =
                IntStream.range(0, 200)
                        .mapToObj(_ -> LeagueCode.random())
                        .peek(code -> assertThat(LeagueCode.parse(code.toString())).isEqualTo(code))
                        .flatMapToInt(code -> code.toString().chars())
                        .filter(character -> character != '-')
                        .boxed()
                        .collect(Collectors.toSet());
        assertThat(characters).hasSize(32);
    }
}
