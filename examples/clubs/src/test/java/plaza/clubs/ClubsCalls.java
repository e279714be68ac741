package plaza.clubs;

import java.time.Instant;
import java.util.Map;
import java.util.function.Supplier;
import plaza.model.CallGenerator;
import plaza.model.RandomChoices;
import plaza.model.expected.Call;

/// Generates calls to the functions of this context.
record ClubsCalls(ClubsModel model, RandomChoices choices, Supplier<Instant> now)
        implements CallGenerator {
    @Override
    public boolean canSucceed(String function) {
        return switch (function) {
            case "PutClub", "LeaveClub" -> true;
            default -> ClubsModel.CLUBS.stream().anyMatch(model::exists);
        };
    }

    @Override
    public Call call(String function) {
        var club = choices.of(ClubsModel.CLUBS);
        var any = choices.of(ClubsModel.USERS);
        var isByAny = choices.oneIn(5) || !function.equals("PutClub");
        var user = isByAny ? any : model.founder(club, any);
        var call = Call.of(function, user).at("clubId", club);
        return switch (function) {
            case "PutClub" ->
                    call.body(Map.of("name", choices.any("Chess", "The chess club", "碁")));
            case "JoinClub", "LeaveClub" -> call.at("userId", user);
            default -> call;
        };
    }
}
