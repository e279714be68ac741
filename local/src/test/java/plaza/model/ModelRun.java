package plaza.model;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import plaza.Catalogue;
import plaza.catalogue.FunctionRow;
import plaza.testkit.TestResponse;

/// One story on the stage: each step is done to the real thing and to the models, and what the one
/// answers must be what the others admit.
final class ModelRun {
    private static final Pattern NAME = Pattern.compile("<([a-z]+[0-9]+)>");

    /// The models of a story.
    record Models(SocialModel social, FavoritesModel favorites, FantasyModel fantasy) {
        Models() {
            this(new SocialModel(), new FavoritesModel(), new FantasyModel());
        }

        List<Model> all() {
            return List.of(social, favorites, fantasy);
        }

        Model of(Call call) {
            return switch (call.row().context()) {
                case "social" -> social;
                case "favorites" -> favorites;
                case "fantasy" -> fantasy;
                default -> throw new AssertionError("no model of " + call.function());
            };
        }
    }

    private final ModelTestBed stage;
    private final Models models;
    private final Repeats repeats = new Repeats();
    private final Map<String, String> names = new HashMap<>();
    private final Map<String, Tagged> seen = new HashMap<>();
    private final List<Step> told = new ArrayList<>();

    /// What was answered to a GET with an entity tag.
    private record Tagged(String tag, @Nullable Object body) {}

    ModelRun(ModelTestBed stage, Models models) {
        this.stage = stage;
        this.models = models;
        stage.clear();
    }

    Models models() {
        return models;
    }

    Instant now() {
        return stage.now();
    }

    /// The story so far.
    List<Step> told() {
        return List.copyOf(told);
    }

    /// The ids that have names.
    Map<String, String> names() {
        return Map.copyOf(names);
    }

    /// Tells a whole story.
    ///
    /// @return what differed, and then the story ends there; or null
    static @Nullable Difference tell(
            ModelTestBed stage, Supplier<Models> models, List<Step> story) {
        var world = new ModelRun(stage, models.get());
        try {
            story.forEach(world::tell);
            return null;
        } catch (Difference difference) {
            return difference;
        }
    }

    /// Does one step.
    ///
    /// @return the answer's status; 0 where the step is no request
    /// @throws Difference where what is answered is not admitted
    int tell(Step step) {
        told.add(step);
        switch (step) {
            case Step.Ask(var call) -> {
                // a file that comes after what it is to find need not be guessed about
                if (call.function().equals("ImportBookmarks")) {
                    rest();
                }
                return ask(named(call));
            }
            case Step.Deliver(var function, var records) -> {
                // of work of which only the end is foretold, the end is waited for
                if (models.all().stream().anyMatch(Model::isBusy)) {
                    rest();
                } else {
                    stage.delivery().deliver(function, records);
                }
            }
            case Step.Drain() -> rest();
            case Step.Wait(var time, var isSwept) -> {
                // the stream keeps its records for a day, and nobody lets it come to that
                if (time.compareTo(SequenceGenerator.LONG_WAIT) >= 0) {
                    rest();
                }
                stage.wait(time);
                if (isSwept) {
                    stage.sweep();
                }
            }
            case Step.Footballers() -> Footballers.calls().forEach(this::ask);
        }
        return 0;
    }

    /// Reads everything, before the stream comes to rest and after it.
    void audit() {
        readings().forEach(this::tell);
        tell(new Step.Drain());
        readings().forEach(this::tell);
    }

    private List<Step> readings() {
        var idsByName = new HashMap<String, String>();
        names.forEach((name, id) -> idsByName.put(id, '<' + name + '>'));
        return models.all().stream()
                .flatMap(model -> model.readings().stream())
                .map(call -> call.each(value -> idsByName.getOrDefault(value, value)))
                .<Step>map(call -> new Step.Ask(call.row().pages() ? limited(call) : call))
                .toList();
    }

    private static Call limited(Call call) {
        return call.query("limit", call.row().context().equals("fantasy") ? "4" : "2");
    }

    private void rest() {
        stage.delivery().drain();
        models.all().forEach(model -> model.rest(stage.now()));
        models.all().forEach(model -> model.unknown().forEach(this::ask));
    }

    private int ask(Call call) {
        var isKnown = call.headers().containsKey("if-none-match");
        var before = seen.get(call.target());
        var sent =
                isKnown ? call.header("if-none-match", before == null ? "*x" : before.tag()) : call;
        var expected = expected(call);
        var reply = stage.answer(sent);
        if (isKnown && reply.status() == 304 && before != null && expected.status() == 200) {
            check(call, JsonDifference.difference("the body kept", expected.body(), before.body()));
            return 304;
        }
        check(call, expected.difference(reply));
        if (reply.status() < 300 && JsonDifference.of(reply.json()) instanceof Map<?, ?> body) {
            var made = new HashMap<String, Object>();
            body.forEach((name, value) -> made.put(name.toString(), value));
            expected.learnt().accept(made);
            learn(call, made);
        }
        repeats.remember(call, reply, stage.now());
        remember(call, reply, isKnown ? before : null);
        return reply.status();
    }

    private Expected expected(Call call) {
        var model = models.of(call);
        var atDoor = CommonRefusals.refusal(call);
        var refusal = atDoor == null ? model.refusal(call) : atDoor;
        if (refusal != null) {
            return refusal;
        }
        var again =
                call.headers().containsKey("idempotency-key")
                        ? repeats.answer(call, stage.now())
                        : null;
        return again == null ? model.answer(call, stage.now()) : again;
    }

    private void learn(Call call, Map<String, Object> made) {
        var name = call.name();
        var id = made.getOrDefault("postId", made.get("importId"));
        if (name != null && id != null) {
            names.put(name, id.toString());
        }
    }

    /// One entity tag stands for one body.
    private void remember(Call call, TestResponse reply, @Nullable Tagged sent) {
        var tag = reply.headers().get("etag");
        if (tag == null || reply.status() != 200 || !call.row().method().equals("GET")) {
            return;
        }
        var body = JsonDifference.of(reply.json());
        var before = seen.get(call.target());
        if (before != null && before.tag().equals(tag)) {
            check(
                    call,
                    JsonDifference.difference(
                            "the body with the same entity tag", before.body(), body));
        }
        if (sent != null && sent.tag().equals(tag)) {
            throw new Difference(call.function(), "200 though the caller has it already");
        }
        seen.put(call.target(), new Tagged(tag, body));
    }

    private static void check(Call call, @Nullable String difference) {
        if (difference != null) {
            throw new Difference(call.function(), difference);
        }
    }

    private Call named(Call call) {
        var named = call.each(this::named);
        var body = call.body();
        return body == null ? named : named.body(named(body));
    }

    private String named(String text) {
        return text.indexOf('<') < 0
                ? text
                : NAME.matcher(text)
                        .replaceAll(match ->
                                names.getOrDefault(match.group(1), "no-" + match.group(1)));
    }

    /// All functions behind the API, in the order of the Catalogue.
    static List<String> functions() {
        return Catalogue.httpFunctions().stream().map(FunctionRow::name).toList();
    }
}
