package plaza.model;

import java.time.Instant;
import java.util.function.Supplier;
import plaza.model.expected.Model;

/// The model of one context in a run, and what generates calls from its state.
public interface ContextModel {
    /// The model. Always the same one.
    Model model();

    /// Creates the generator of the calls of a command sequence.
    CallGenerator generator(RandomChoices choices, Supplier<Instant> now);

    /// Creates the generator of a model.
    @FunctionalInterface
    interface Generators<M extends Model> {
        CallGenerator of(M model, RandomChoices choices, Supplier<Instant> now);
    }

    /// Returns a model with the generator of its calls.
    static <M extends Model> ContextModel of(M model, Generators<M> generators) {
        return new ContextModel() {
            @Override
            public Model model() {
                return model;
            }

            @Override
            public CallGenerator generator(RandomChoices choices, Supplier<Instant> now) {
                return generators.of(model, choices, now);
            }
        };
    }
}
