package plaza.model;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.functions.Catalogue;
import plaza.model.expected.Call;
import plaza.model.expected.JsonDifference;

/// Generates a command sequence while it runs: mostly calls that succeed, mostly to pairs of routes
/// that have not yet been called one after the other, and sometimes an invalid call, a wait or a
/// delivery of the stream.
final class SequenceGenerator {
    /// Before a wait of this length the stream is always drained.
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

    private static final int CREATION_COMMANDS = 30;

    /// The draws for each call. With this many, functions that are possible only for a short time
    /// win most of them.
    private static final int DRAWS = 3;

    /// The maximum number of commands at the end, for routes that have not succeeded in the
    /// sequence. They end as soon as each route has succeeded in one of the sequences.
    private static final int LAST_COMMANDS = 150;

    private final ModelRun run;
    private final RandomChoices choices;
    private final Coverage coverage;
    private final Map<String, CallGenerator> generatorsByFunction = new LinkedHashMap<>();
    private final List<String> functions;
    private final List<String> creators;
    private final TreeSet<String> missing;
    private @Nullable String before;

    /// @param functions the functions to call
    /// @param coverage the pairs that other sequences have called, to which this one adds its own
    SequenceGenerator(
            ModelRun run, RandomChoices choices, List<String> functions, Coverage coverage) {
        this.run = run;
        this.choices = choices;
        this.coverage = coverage;
        this.functions = List.copyOf(functions);
        missing = new TreeSet<>(functions);
        var generators = new HashMap<String, CallGenerator>();
        for (var row : Catalogue.ALL.httpFunctions()) {
            generatorsByFunction.put(
                    row.name(),
                    generators.computeIfAbsent(
                            row.context(), _ -> run.models().of(row).generator(choices, run::now)));
        }
        creators =
                run.models().all().stream()
                        .flatMap(model -> model.creators().stream())
                        .filter(functions::contains)
                        .toList();
    }

    /// Generates and executes commands.
    void generate(int commands) {
        for (var generator : new LinkedHashSet<>(generatorsByFunction.values())) {
            var calls = generator.initialCalls();
            if (calls.stream().anyMatch(call -> functions.contains(call.function()))
                    && !choices.oneIn(4)) {
                run.execute(new Command.Begin(calls));
            }
        }
        for (var command = 0; command < commands; command++) {
            generateCommand(command, choices.below(100));
        }
        for (var command = 0; command < LAST_COMMANDS && isNeeded(); command++) {
            var possible = missing.stream().filter(this::canSucceed).toList();
            send(possible.isEmpty() ? creator() : choices.of(possible));
        }
    }

    /// Whether some route has not succeeded in this sequence, and some route in no sequence so far.
    private boolean isNeeded() {
        return !missing.isEmpty() && !coverage.neverSucceeded().isEmpty();
    }

    private void generateCommand(int number, int percent) {
        if (percent < 3) {
            interrupt(new Command.Drain());
        } else if (percent < 7) {
            interrupt(
                    new Command.Deliver(
                            choices.any("FanOut", "AggregateCounts"), 1 + choices.below(8)));
        } else if (percent < 11) {
            var time = choices.of(WAITS.subList(0, choices.oneIn(4) ? WAITS.size() : 5));
            interrupt(new Command.Wait(time, time.compareTo(LONG_WAIT) >= 0 && choices.oneIn(2)));
        } else {
            send(nextFunction(number));
        }
    }

    /// Executes a command after which the next call does not directly follow the last one.
    private void interrupt(Command command) {
        run.execute(command);
        before = null;
    }

    private void send(String function) {
        var call = generator(function).call(function);
        if (call.row().pages()) {
            call = call.query("limit", choices.any("1", "2", "3", "50"));
        }
        if (choices.oneIn(15)) {
            call = invalid(call);
        } else if (!call.row().writes() && choices.oneIn(4)) {
            call = call.header("if-none-match", "known");
        }
        var isSuccess = run.execute(new Command.Send(run.withNames(call))) < 400;
        coverage.record(before, function, isSuccess);
        if (isSuccess) {
            missing.remove(function);
        }
        before = isSuccess ? function : null;
    }

    /// Returns a function that can succeed, and whose pair with the last one is new if possible.
    private String nextFunction(int number) {
        // the more functions lack an item, the more often one is created
        if ((number < CREATION_COMMANDS && choices.oneIn(2))
                || !canSucceed(choices.of(functions))) {
            return creator();
        }
        var possible = functions.stream().filter(this::canSucceed).toList();
        var last = before;
        var added =
                last == null
                        ? List.<String>of()
                        : possible.stream().filter(next -> !coverage.has(last, next)).toList();
        return added.isEmpty()
                ? best(possible, coverage::leftAfter)
                : best(added, coverage::leftBefore);
    }

    /// Returns the best of some functions by chance. The best of all could be one whose calls fail.
    private String best(List<String> functions, ToIntFunction<String> value) {
        return Stream.generate(() -> choices.of(functions))
                .limit(DRAWS)
                .max(Comparator.comparingInt(value))
                .orElseThrow();
    }

    private String creator() {
        return choices.of(creators.stream().filter(this::canSucceed).toList());
    }

    private boolean canSucceed(String function) {
        return generator(function).canSucceed(function);
    }

    /// Makes one thing about a call invalid.
    private Call invalid(Call call) {
        return switch (choices.below(6)) {
            case 0 -> call.withCaller(choices.any("eve", "ann", "bob"));
            case 1 -> call.asAdmin(false);
            case 2 -> withPathValue(call, "nothing");
            case 3 -> withPathValue(call, "a.b");
            case 4 ->
                    call.row().pages()
                            ? call.query("limit", choices.any("0", "101", "x"))
                            : withInvalidBody(call);
            default -> withInvalidBody(call);
        };
    }

    private Call withPathValue(Call call, String value) {
        var parameters = call.path().keySet();
        return parameters.isEmpty() ? call : call.at(choices.of(parameters), value);
    }

    private Call withInvalidBody(Call call) {
        var text = call.body();
        var required = run.models().of(call).requiredFields().get(call.function());
        if (text == null || required == null) {
            return call;
        }
        var body = JsonDifference.parse(text);
        if (choices.oneIn(2)) {
            body.put("surplus", 1);
        } else {
            body.remove(choices.of(required));
        }
        return call.body(body);
    }

    private CallGenerator generator(String function) {
        var generator = generatorsByFunction.get(function);
        if (generator == null) {
            throw new AssertionError("no generator calls " + function);
        }
        return generator;
    }
}
