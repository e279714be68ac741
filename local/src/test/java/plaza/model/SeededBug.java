package plaza.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import plaza.catalogue.HttpFunction;
import plaza.model.ModelTestBed.CallHandler;
import plaza.model.expected.Call;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

/// A bug that is put into the functions or into a model. The comparison must find each, with a
/// short command sequence; otherwise runs that find nothing would prove nothing.
///
/// The bugs of a context are an enum, whose constants override [#models], [#changed] or [#handler].
public interface SeededBug {
    /// The name of the function whose responses are wrong.
    String function();

    /// The name of the bug.
    String name();

    /// The seed of the command sequence that found it last in `verify`, where the search begins. A
    /// change of the functions or of the sequences moves the seeds; then the search takes longer,
    /// until this is the seed that the test prints.
    default int seed() {
        return 0;
    }

    /// Returns the function whose responses are wrong.
    default HttpFunction row() {
        return TestBed.row(function());
    }

    /// Returns the models of a run.
    default ModelRun.Models models() {
        return ModelRun.Models.create();
    }

    /// Returns what handles the calls.
    default UnaryOperator<CallHandler> handler() {
        return real ->
                call -> {
                    var response = real.send(call);
                    return call.function().equals(function()) && response.status() < 300
                            ? changed(call, response)
                            : response;
                };
    }

    /// Changes a successful response of the function.
    default TestResponse changed(Call call, TestResponse response) {
        return response;
    }

    /// Returns a response with another number.
    static TestResponse number(TestResponse response, String field, long number) {
        if (response.json() instanceof ObjectNode object) {
            object.put(field, number);
        }
        return response;
    }

    /// Returns a list in another order.
    static TestResponse ordered(TestResponse response, Consumer<List<JsonNode>> order) {
        var items = new ArrayList<JsonNode>();
        response.json().path("items").forEach(items::add);
        order.accept(items);
        if (response.json() instanceof ObjectNode object) {
            object.set("items", JsonNodeFactory.instance.arrayNode().addAll(items));
        }
        return response;
    }
}
