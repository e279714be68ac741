package plaza.context;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
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

/// The contexts of which a system consists, in the order in which they are registered.
public record Contexts(List<Context> all) {
    public Contexts {
        all = List.copyOf(all);
    }

    /// The contexts of a deployed function.
    ///
    /// @param classes the names of their classes
    /// @throws IllegalStateException if one cannot be created
    public static Contexts deployed(List<String> classes) {
        return new Contexts(classes.stream().map(Contexts::created).toList());
    }

    /// The names of their classes.
    public List<String> classes() {
        return all.stream().map(each -> each.getClass().getName()).toList();
    }

    private static Context created(String name) {
        try {
            return created(Class.forName(name).asSubclass(Context.class));
        } catch (ClassNotFoundException fault) {
            throw new IllegalStateException("a class of a context is missing", fault);
        }
    }

    private static <T> T created(Class<T> type) {
        try {
            return type.getConstructor().newInstance();
        } catch (ReflectiveOperationException fault) {
            throw new IllegalStateException("a class of a context cannot be created", fault);
        }
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
        return streamRules(Contexts::created);
    }
}
