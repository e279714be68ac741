package plaza.fantasy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import plaza.table.Write;
import plaza.testkit.Interruption;
import plaza.testkit.SampleEvents;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;

/// Two requests that create the same item at the same time, on all routes that update an item that
/// exists.
class SimultaneousCreationsTest {
    private static final TestBed bed = new TestBed();

    @BeforeAll
    static void start() {
        SampleEvents.prepare(bed, "fantasy");
    }

    @ParameterizedTest
    @CsvSource({
        "PutGamer, newcomer, gamerId",
        "PutLeague, alice, leagueId",
        "PutFootballer, alice, footballerId",
        "PutFixture, alice, fixtureId"
    })
    void ofTwoSimultaneousCreationsOneUpdatesTheItem(
            String function, String caller, String parameter) {
        var firsts = new ArrayList<Integer>();
        var handler =
                bed.interrupted(
                        function,
                        Interruption.before(
                                write -> write instanceof Write.Put,
                                () -> {
                                    var first = put(function, caller, parameter).send(function);
                                    firsts.add(first.status());
                                }));

        var second = put(function, caller, parameter).send(function, handler);

        assertThat(firsts).containsExactly(201);
        assertThat(second.status()).isEqualTo(200);
    }

    private static TestRequest put(String function, String caller, String parameter) {
        return SampleEvents.request(bed, function, caller).at(parameter, "newcomer");
    }
}
