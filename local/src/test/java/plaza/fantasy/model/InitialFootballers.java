package plaza.fantasy.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import plaza.model.expected.Call;
import plaza.model.expected.JsonDifference;

/// The footballers that most command sequences begin with: enough for a squad and some transfers.
/// Most of them have a club of their own and the price 60.
final class InitialFootballers {
    private InitialFootballers() {}

    static List<Call> calls() {
        var calls = new ArrayList<Call>();
        add(calls, "gk", "goalkeeper", 3);
        add(calls, "d", "defender", 7);
        add(calls, "m", "midfielder", 7);
        add(calls, "f", "forward", 4);
        return calls;
    }

    private static void add(List<Call> calls, String prefix, String position, int count) {
        for (var number = 1; number <= count; number++) {
            var id = prefix + number;
            // the last two of each position share a club
            var club = number > count - 2 ? "Big" : id;
            calls.add(
                    Call.of("PutFootballer", "root")
                            .asAdmin(true)
                            .at("footballerId", id)
                            .body(body(id, position, club, number == count ? 120 : 60)));
        }
    }

    static Map<String, Object> body(String id, String position, String club, long price) {
        return JsonDifference.object(
                "name", id, "position", position, "club", club, "price", price);
    }
}
