package plaza.model;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.Catalogue;

/// Makes up a story while it is told: mostly calls that succeed, mostly to routes that have not yet
/// come one after the other, and now and then something wrong, a wait, or a part of the stream.
final class SequenceGenerator {
    /// From here on a wait is so long that the stream has certainly come to rest.
    static final Duration LONG_WAIT = Duration.ofHours(12);

    private static final List<Duration> WAITS =
            List.of(
                    Duration.ofMillis(1),
                    Duration.ofMillis(1_500),
                    Duration.ofSeconds(59),
                    Duration.ofSeconds(61),
                    Duration.ofMinutes(50),
                    Duration.ofHours(25),
                    Duration.ofDays(31));

    /// What a world is made of: asked for more often at the beginning of a story.
    private static final List<String> MAKERS =
            List.of(
                    "PutUserInfo",
                    "PutUserInfo",
                    "FollowUser",
                    "CreatePost",
                    "ClipFavorite",
                    "ClipFavorite",
                    "CreateTag",
                    "TagFavorite",
                    "PutGamer",
                    "PutGameweek",
                    "PutFixture",
                    "PutLeague");

    private static final int MAKING_STEPS = 30;

    private final ModelRun world;
    private final RandomChoices chance;
    private final RouteTour itinerary;
    private final Coverage coverage;
    private final Map<String, Callers> callersByFunction = new HashMap<>();
    private final List<String> functions;
    private @Nullable String before;

    /// @param itinerary which routes are to come one after the other
    /// @param coverage where it is noted which did
    SequenceGenerator(
            ModelRun world, RandomChoices chance, RouteTour itinerary, Coverage coverage) {
        this.world = world;
        this.chance = chance;
        this.itinerary = itinerary;
        this.coverage = coverage;
        this.functions = itinerary.functions();
        var models = world.models();
        var social = new SocialCallers(models.social(), chance);
        var favorites = new FavoriteCallers(models.favorites(), chance);
        var fantasy = new FantasyCallers(models.fantasy(), chance, world::now);
        for (var row : Catalogue.httpFunctions()) {
            callersByFunction.put(
                    row.name(),
                    switch (row.context()) {
                        case "social" -> social;
                        case "favorites" -> favorites;
                        default -> fantasy;
                    });
        }
    }

    /// Tells until the itinerary is done, but no more than so many steps.
    void tell(int stepsMax) {
        if (functions.contains("PutTeamSheet") && !chance.oneIn(4)) {
            world.tell(new Step.Footballers());
        }
        for (var step = 0; step < stepsMax && !itinerary.isDone(); step++) {
            tell(step, chance.below(100));
        }
    }

    private void tell(int number, int dice) {
        if (dice < 3) {
            rest(new Step.Drain());
        } else if (dice < 7) {
            rest(new Step.Deliver(chance.any("FanOut", "AggregateCounts"), 1 + chance.below(8)));
        } else if (dice < 11) {
            var time = chance.of(WAITS.subList(0, chance.oneIn(4) ? WAITS.size() : 5));
            rest(new Step.Wait(time, time.compareTo(LONG_WAIT) >= 0 && chance.oneIn(2)));
        } else {
            ask(number);
        }
    }

    private void rest(Step step) {
        world.tell(step);
        before = null;
    }

    private void ask(int number) {
        var function = next(number);
        var callers = callers(function);
        var call = callers.call(function);
        if (call.row().pages()) {
            call = call.query("limit", chance.any("1", "2", "3", "50"));
        }
        if (chance.oneIn(15)) {
            call = spoilt(call);
        } else if (call.row().method().equals("GET") && chance.oneIn(4)) {
            call = call.header("if-none-match", "known");
        }
        var idsByName = new HashMap<String, String>();
        world.names().forEach((name, id) -> idsByName.put(id, '<' + name + '>'));
        var status =
                world.tell(new Step.Ask(call.each(value -> idsByName.getOrDefault(value, value))));
        var isSuccess = status < 400;
        coverage.note(before, function, isSuccess);
        if (isSuccess) {
            itinerary.passed(before, function);
        }
        before = isSuccess ? function : null;
    }

    private String next(int number) {
        if (number >= MAKING_STEPS || !chance.oneIn(2)) {
            var wanted = itinerary.next(before);
            if (callers(wanted).canSucceed(wanted)) {
                return wanted;
            }
        }
        return chance.of(
                MAKERS.stream()
                        .filter(functions::contains)
                        .filter(maker -> callers(maker).canSucceed(maker))
                        .toList());
    }

    /// The call with one thing wrong with it.
    private Call spoilt(Call call) {
        return switch (chance.below(6)) {
            case 0 -> call.by(chance.any("eve", "ann", "bob"));
            case 1 -> call.asAdmin(false);
            case 2 -> call.at(chance.of(call.path().keySet()), "nothing");
            case 3 -> call.at(chance.of(call.path().keySet()), "a.b");
            case 4 ->
                    call.row().pages()
                            ? call.query("limit", chance.any("0", "101", "x"))
                            : surplus(call);
            default -> surplus(call);
        };
    }

    private Call surplus(Call call) {
        var text = call.body();
        var required = CommonRefusals.REQUIRED.get(call.function());
        if (text == null || required == null) {
            return call;
        }
        var body = JsonDifference.parse(text);
        if (chance.oneIn(2)) {
            body.put("surplus", 1);
        } else {
            body.remove(chance.of(required));
        }
        return call.body(body);
    }

    private Callers callers(String function) {
        var callers = callersByFunction.get(function);
        if (callers == null) {
            throw new AssertionError("nobody calls " + function);
        }
        return callers;
    }
}
