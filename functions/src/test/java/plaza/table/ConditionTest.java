package plaza.table;

import static org.assertj.core.api.Assertions.assertThat;
import static plaza.table.Condition.attribute;

import java.util.List;
import org.junit.jupiter.api.Test;
import plaza.table.Condition.All;
import plaza.table.Condition.Any;

final class ConditionTest {
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
}
