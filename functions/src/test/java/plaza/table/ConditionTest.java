package plaza.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static plaza.table.Condition.attribute;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import plaza.table.Condition.All;
import plaza.table.Condition.Any;
import plaza.table.Condition.NumberIn;

final class ConditionTest {
    @Test
    void anAttributeIsComparedWithOneToAHundredNumbers() {
        for (var count : List.of(1, NumberIn.VALUES_MAX)) {
            assertThat(attribute("a").isIn(numbers(count)))
                    .isEqualTo(new NumberIn("a", numbers(count)));
        }
        for (var count : List.of(0, NumberIn.VALUES_MAX + 1)) {
            assertThatThrownBy(() -> attribute("a").isIn(numbers(count)))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void callsChainFromLeftToRight() {
        var a = attribute("a").is(1);
        var b = attribute("b").is(2);
        var c = attribute("c").is(3);
        assertThat(a.and(b).and(c)).isEqualTo(new All(List.of(a, b, c)));
        assertThat(a.or(b).or(c)).isEqualTo(new Any(List.of(a, b, c)));
        assertThat(a.or(b).and(c)).isEqualTo(new All(List.of(new Any(List.of(a, b)), c)));
        assertThat(a.and(b).or(c)).isEqualTo(new Any(List.of(new All(List.of(a, b)), c)));
    }

    private static List<Long> numbers(int count) {
        return LongStream.range(0, count).boxed().toList();
    }
}
