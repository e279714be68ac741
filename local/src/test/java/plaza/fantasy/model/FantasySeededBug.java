package plaza.fantasy.model;

import plaza.model.SeededBug;
import plaza.model.expected.Call;
import plaza.testkit.TestResponse;

/// Bugs about gameweeks.
public enum FantasySeededBug implements SeededBug {
    /// Settlement runs are not counted.
    RUNS_NOT_COUNTED("SettleGameweek") {
        @Override
        public TestResponse changed(Call call, TestResponse response) {
            return response.status() == 202 ? SeededBug.number(response, "run", 1) : response;
        }
    };

    private final String function;

    FantasySeededBug(String function) {
        this.function = function;
    }

    @Override
    public String function() {
        return function;
    }

    @Override
    public int seed() {
        return 2;
    }
}
