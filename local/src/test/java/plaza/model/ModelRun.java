package plaza.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.FunctionRow;
import plaza.functions.Catalogue;
import plaza.model.expected.Call;
import plaza.model.expected.ExpectedResponse;
import plaza.model.expected.JsonDifference;
import plaza.model.expected.Model;
import plaza.model.expected.RepeatedCalls;
import plaza.testkit.ContextKits;
import plaza.testkit.TestResponse;

/// One run of a command sequence: executes each command on the test bed and on the models, and
/// compares the responses.
public final class ModelRun {
    private static final Pattern NAME = Pattern.compile("<([a-z]+[0-9]+)>");

    /// The models of a run, by the names of their contexts.
    public record Models(Map<String, ContextModel> byContext) {
        /// Returns new models of all contexts.
        public static Models create() {
            var models = new LinkedHashMap<String, ContextModel>();
            ContextKits.byContext().forEach((context, kit) -> models.put(context, kit.model()));
            return new Models(models);
        }

        /// Returns new models, of which that of one context is replaced.
        public static Models with(String context, ContextModel other) {
            var models = create();
            models.byContext.put(context, other);
            return models;
        }

        List<Model> all() {
            return byContext.values().stream().map(ContextModel::model).toList();
        }

        ContextModel of(FunctionRow row) {
            return Objects.requireNonNull(byContext.get(row.context()), row.name());
        }

        Model of(Call call) {
            return of(call.row()).model();
        }
    }

    private final ModelTestBed bed;
    private final Models models;
    private final RepeatedCalls repeatedCalls = new RepeatedCalls();
    private final Map<String, String> idsByName = new HashMap<>();
    private final Map<String, TaggedBody> lastBodies = new HashMap<>();
    private final List<Command> commands = new ArrayList<>();

    /// The body of a GET response and its entity tag.
    private record TaggedBody(String tag, @Nullable Object body) {}

    public ModelRun(ModelTestBed bed, Models models) {
        this.bed = bed;
        this.models = models;
        bed.clear();
    }

    Models models() {
        return models;
    }

    Instant now() {
        return bed.now();
    }

    /// Returns the commands executed so far.
    List<Command> commands() {
        return List.copyOf(commands);
    }

    /// Runs a command sequence up to its first difference.
    ///
    /// @return the difference, or null if there is none
    public static @Nullable Difference run(
            ModelTestBed bed, Supplier<Models> models, List<Command> commands) {
        var run = new ModelRun(bed, models.get());
        try {
            commands.forEach(run::execute);
            return null;
        } catch (Difference difference) {
            return difference;
        }
    }

    /// Executes one command.
    ///
    /// @return the status of the response; 0 if the command is not a request
    /// @throws Difference if the model does not accept the response
    public int execute(Command command) {
        commands.add(command);
        switch (command) {
            case Command.Send(var call) -> {
                var model = models.of(call);
                if (model.drainsBefore(call.function())) {
                    drain();
                }
                var status = send(call.mapTexts(this::withIds));
                if (model.drainsAfter(call.function())) {
                    drain();
                }
                return status;
            }
            case Command.Deliver(var function, var records) -> {
                if (models.all().stream().anyMatch(Model::isBusy)) {
                    drain();
                } else {
                    bed.deliver(function, records);
                }
            }
            case Command.Drain() -> drain();
            case Command.Wait(var time, var isSwept) -> {
                // the stream keeps its records for a day; they are processed long before that
                if (time.compareTo(SequenceGenerator.LONG_WAIT) >= 0) {
                    drain();
                }
                bed.wait(time);
                if (isSwept) {
                    bed.sweep();
                }
            }
            case Command.Begin(var calls) -> calls.forEach(this::send);
        }
        return 0;
    }

    /// Reads everything, both before and after the stream is drained.
    void readEverything() {
        reads().forEach(this::execute);
        execute(new Command.Drain());
        reads().forEach(this::execute);
    }

    private List<Command> reads() {
        return models.all().stream()
                .flatMap(model -> model.reads().stream())
                .map(this::withNames)
                .<Command>map(
                        call -> new Command.Send(call.row().pages() ? withSmallPages(call) : call))
                .toList();
    }

    private Call withSmallPages(Call call) {
        return call.query("limit", Integer.toString(models.of(call).smallPage()));
    }

    private void drain() {
        bed.drain();
        models.all().forEach(model -> model.onDrained(bed.now()));
        models.all().forEach(model -> model.callsThatReturnIds().forEach(this::send));
    }

    private int send(Call call) {
        var isConditional = call.headers().containsKey("if-none-match");
        var before = lastBodies.get(call.target());
        var sent =
                isConditional
                        ? call.header("if-none-match", before == null ? "*x" : before.tag())
                        : call;
        var expected = expected(call);
        var response = bed.send(sent, models.of(call));
        if (isConditional
                && response.status() == 304
                && before != null
                && expected.status() == 200) {
            check(
                    call,
                    JsonDifference.difference(
                            "the unmodified body", expected.body(), before.body()));
            return 304;
        }
        check(call, expected.difference(response));
        if (response.status() < 300
                && JsonDifference.of(response.json()) instanceof Map<?, ?> map) {
            var body = new HashMap<String, Object>();
            map.forEach((name, value) -> body.put(name.toString(), value));
            expected.learnIds().accept(body);
            learnId(call, body);
        }
        repeatedCalls.remember(call, response, bed.now());
        remember(call, response, isConditional ? before : null);
        return response.status();
    }

    private ExpectedResponse expected(Call call) {
        var model = models.of(call);
        var common = CommonRejections.rejection(call, model);
        var rejection = common == null ? model.rejection(call) : common;
        if (rejection != null) {
            return rejection;
        }
        var replayed =
                call.headers().containsKey("idempotency-key")
                        ? repeatedCalls.response(call, bed.now())
                        : null;
        return replayed == null ? model.respond(call, bed.now()) : replayed;
    }

    private void learnId(Call call, Map<String, Object> body) {
        var name = call.idName();
        if (name != null) {
            models.of(call).newIds().stream()
                    .map(body::get)
                    .filter(Objects::nonNull)
                    .findFirst()
                    .ifPresent(id -> idsByName.put(name, id.toString()));
        }
    }

    /// Checks that an entity tag always stands for the same body.
    private void remember(Call call, TestResponse response, @Nullable TaggedBody sent) {
        var tag = response.headers().get("etag");
        if (tag == null || response.status() != 200 || call.row().writes()) {
            return;
        }
        var body = JsonDifference.of(response.json());
        var before = lastBodies.get(call.target());
        if (before != null && before.tag().equals(tag)) {
            check(
                    call,
                    JsonDifference.difference(
                            "the body with the same entity tag", before.body(), body));
        }
        if (sent != null && sent.tag().equals(tag)) {
            throw new Difference(
                    call.function(), "status 200 although If-None-Match has the same entity tag");
        }
        lastBodies.put(call.target(), new TaggedBody(tag, body));
    }

    private static void check(Call call, @Nullable String difference) {
        if (difference != null) {
            throw new Difference(call.function(), difference);
        }
    }

    /// Replaces ids by the names that commands have for them.
    public Call withNames(Call call) {
        return call.mapTexts(this::withNames);
    }

    private String withNames(String text) {
        var named = text;
        for (var id : idsByName.entrySet()) {
            named = named.replace(id.getValue(), '<' + id.getKey() + '>');
        }
        return named;
    }

    private String withIds(String text) {
        return text.indexOf('<') < 0
                ? text
                : NAME.matcher(text)
                        .replaceAll(match ->
                                idsByName.getOrDefault(match.group(1), "no-" + match.group(1)));
    }

    /// Returns the names of all HTTP functions, in the order of the Catalogue.
    static List<String> functions() {
        return Catalogue.ALL.httpFunctions().stream().map(FunctionRow::name).toList();
    }
}
