package plaza.local.mapping;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import plaza.local.runtime.LambdaFunction;

/// A function with scripted responses that records the items of its invocations.
final class ScriptedFunction implements LambdaFunction {
    static final InvocationResult OK = returned("{\"batchItemFailures\":[]}");
    static final InvocationResult ERROR =
            new InvocationResult.Failed("java.lang.IllegalStateException: no");

    /// The names of the items of each invocation.
    final List<List<String>> invocations = new ArrayList<>();

    private final Function<List<String>, InvocationResult> script;

    ScriptedFunction(Function<List<String>, InvocationResult> script) {
        this.script = script;
    }

    static InvocationResult returned(String payload) {
        return new InvocationResult.Returned(payload.getBytes(StandardCharsets.UTF_8));
    }

    /// Returns a response that reports these sequence numbers.
    static InvocationResult failing(String... numbers) {
        var failures =
                List.of(numbers).stream().map("{\"itemIdentifier\":\"%s\"}"::formatted).toList();
        return returned("{\"batchItemFailures\":[" + String.join(",", failures) + "]}");
    }

    @Override
    public InvocationResult invoke(byte[] event) {
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
