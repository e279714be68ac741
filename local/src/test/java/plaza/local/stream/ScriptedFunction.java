package plaza.local.stream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// A function that answers as a test says, and remembers which items it was invoked with.
final class ScriptedFunction implements StreamFunction {
    static final Answer OK = returned("{\"batchItemFailures\":[]}");
    static final Answer ERROR = new Answer.Failed("java.lang.IllegalStateException: no");

    /// The names of the items of each invocation.
    final List<List<String>> invocations = new ArrayList<>();

    private final Function<List<String>, Answer> script;

    ScriptedFunction(Function<List<String>, Answer> script) {
        this.script = script;
    }

    static Answer returned(String payload) {
        return new Answer.Returned(payload.getBytes(StandardCharsets.UTF_8));
    }

    /// Reports these sequence numbers.
    static Answer failing(String... numbers) {
        var failures =
                List.of(numbers).stream().map("{\"itemIdentifier\":\"%s\"}"::formatted).toList();
        return returned("{\"batchItemFailures\":[" + String.join(",", failures) + "]}");
    }

    @Override
    public Answer invoke(byte[] event) {
        var names = new ArrayList<String>();
        try {
            for (var record : LambdaJson.MAPPER.readTree(event).path("Records")) {
                names.add(record.at("/dynamodb/Keys/pk/S").asText());
            }
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
        invocations.add(List.copyOf(names));
        return script.apply(names);
    }
}
