package plaza.context;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.event.EventRules;
import plaza.event.StreamRules;
import plaza.job.StoredWork;
import plaza.job.Work;
import plaza.table.KeySpace;
import plaza.table.PlatformKeys;
import plaza.tally.CountedEdge;
import plaza.text.Malformed;

/// The contexts of which a system consists, in the order in which they are registered.
public record Contexts(List<Context> all) {
    private static final Contexts REGISTERED =
            new Contexts(
                    ServiceLoader.load(Context.class, Context.class.getClassLoader()).stream()
                            .map(ServiceLoader.Provider::get)
                            .toList());

    public Contexts {
        all = List.copyOf(all);
    }

    /// All contexts on the class path.
    public static Contexts registered() {
        return REGISTERED;
    }

    /// The environment variable with the names of the contexts of a deployed system, separated by
    /// commas. Without it, all contexts on the class path are deployed.
    public static final String VARIABLE = "PLAZA_CONTEXTS";

    /// The contexts on the class path with these names, in the order in which they are registered.
    ///
    /// @param names separated by commas; all contexts if it is empty
    /// @throws Malformed naming the contexts that exist, if there is none of a name
    public static Contexts named(String names) {
        var registered = registered();
        if (names.isBlank()) {
            return registered;
        }
        var wanted = Stream.of(names.split(",", -1)).map(String::strip).toList();
        var known = registered.names();
        if (!known.containsAll(wanted)) {
            throw new Malformed(
                    "must be names of contexts, separated by commas, of "
                            + String.join(", ", known));
        }
        return new Contexts(
                registered.all.stream().filter(each -> wanted.contains(each.name())).toList());
    }

    /// Their names.
    public List<String> names() {
        return all.stream().map(Context::name).toList();
    }

    /// The kinds of jobs of all contexts.
    public List<Class<? extends Work>> kindsOfWork() {
        return all.stream()
                .map(Context::work)
                .filter(Objects::nonNull)
                .flatMap(work -> work.kinds().stream())
                .toList();
    }

    /// Reads stored work.
    ///
    /// @throws IllegalArgumentException if not exactly one context has work of its kind
    public Work workOf(StoredWork stored) {
        var work =
                all.stream()
                        .map(Context::work)
                        .filter(Objects::nonNull)
                        .<@Nullable Work>map(type -> type.reader().apply(stored))
                        .filter(Objects::nonNull)
                        .toList();
        if (work.size() != 1) {
            throw new IllegalArgumentException(
                    "%d contexts have this kind of job".formatted(work.size()));
        }
        return work.getFirst();
    }

    /// The keys of the contexts and of the platform.
    ///
    /// @throws IllegalArgumentException if a key can be one of two kinds of items
    public KeySpace keySpace() {
        return new KeySpace(
                Stream.concat(
                                all.stream().flatMap(context -> context.families().stream()),
                                PlatformKeys.families().stream())
                        .toList());
    }

    /// The edges that the stream counts.
    public List<CountedEdge> countedEdges() {
        return all.stream().flatMap(context -> context.countedEdges().stream()).toList();
    }

    /// The rules of the contexts that have some.
    ///
    /// @param made creates the rules of a class
    public StreamRules streamRules(
            Function<Class<? extends EventRules<?>>, ? extends EventRules<?>> made) {
        var rules = new ArrayList<EventRules<?>>();
        for (var context : all) {
            var type = context.eventRules();
            if (type != null) {
                rules.add(made.apply(type));
            }
        }
        return new StreamRules(rules);
    }

    /// The rules of the contexts, for a deployed function.
    public StreamRules deployedStreamRules() {
        return streamRules(Contexts::deployed);
    }

    private static EventRules<?> deployed(Class<? extends EventRules<?>> type) {
        try {
            return type.getConstructor().newInstance();
        } catch (ReflectiveOperationException fault) {
            throw new IllegalStateException("the rules of a context cannot be created", fault);
        }
    }
}
