package plaza.context;

import static plaza.catalogue.Action.BATCH_GET_ITEM;
import static plaza.catalogue.Action.DELETE_ITEM;
import static plaza.catalogue.Action.QUERY;
import static plaza.catalogue.Action.UPDATE_ITEM;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.audit.ContextChecks;
import plaza.catalogue.Grant;
import plaza.catalogue.GrantList;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.Limit;
import plaza.event.EventRules;
import plaza.event.StreamRules;
import plaza.evolution.ContextMigrations;
import plaza.job.StoredWork;
import plaza.job.Work;
import plaza.job.WorkType;
import plaza.leaving.ContextErasure;
import plaza.leaving.Erasures;
import plaza.leaving.Exports;
import plaza.table.KeySpace;
import plaza.table.PlatformKeys;
import plaza.tally.ContextEdges;
import plaza.tally.CountedEdges;
import plaza.text.Malformed;

/// The declarations of the contexts of which a system consists, in the order in which they are
/// registered. No deployed function loads this class.
public record Declarations(List<Declaration> all) {
    /// The system property that names the contexts of a process.
    public static final String CHOSEN = "plaza.contexts";

    private static final Declarations ON_CLASS_PATH =
            new Declarations(
                    ServiceLoader.load(Declaration.class, Declaration.class.getClassLoader())
                            .stream()
                            .map(ServiceLoader.Provider::get)
                            .toList());

    public Declarations {
        all = List.copyOf(all);
    }

    /// Those of this process: of the contexts that [#CHOSEN] names, or of all on the class path.
    ///
    /// @throws Malformed as [#named]
    public static Declarations registered() {
        return named(System.getProperty(CHOSEN, ""));
    }

    /// Those of contexts on the class path with these names.
    ///
    /// @param names separated by commas; all contexts if it is empty
    /// @throws Malformed naming the contexts that exist, if there is none of a name
    public static Declarations named(String names) {
        if (names.isBlank()) {
            return ON_CLASS_PATH;
        }
        var wanted = Stream.of(names.split(",", -1)).map(String::strip).toList();
        var known = ON_CLASS_PATH.names();
        if (!known.containsAll(wanted)) {
            throw new Malformed(
                    "must be names of contexts, separated by commas, of "
                            + String.join(", ", known));
        }
        return new Declarations(
                ON_CLASS_PATH.all.stream().filter(each -> wanted.contains(each.name())).toList());
    }

    /// Their names.
    public List<String> names() {
        return all.stream().map(Declaration::name).toList();
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

    /// The functions behind the API, in the order of the documentation.
    public List<HttpFunction> functions() {
        return all.stream().flatMap(context -> context.functions(this).stream()).toList();
    }

    /// The rate limits of the functions, by name.
    ///
    /// @throws IllegalArgumentException if two contexts have limits of one name, whose requests
    ///   would be counted together
    public List<Limit> limits() {
        var contexts = new TreeMap<String, String>();
        var limits = new TreeMap<String, Limit>();
        for (var context : all) {
            for (var function : context.functions(this)) {
                var limit = function.limit();
                if (limit != null) {
                    var owner =
                            limit.equals(Limit.WRITES) || !limit.isStored() ? "" : context.name();
                    if (!owner.equals(contexts.computeIfAbsent(limit.label(), _ -> owner))
                            || !limit.equals(limits.computeIfAbsent(limit.label(), _ -> limit))) {
                        throw new IllegalArgumentException("two limits have one name");
                    }
                }
            }
        }
        return List.copyOf(limits.values());
    }

    /// The kinds of jobs of all contexts.
    public List<Class<? extends Work>> kindsOfWork() {
        return works().stream().flatMap(work -> work.kinds().stream()).toList();
    }

    /// Reads stored work.
    ///
    /// @throws IllegalArgumentException if not exactly one context has work of its kind
    public Work workOf(StoredWork stored) {
        var work =
                works().stream()
                        .<@Nullable Work>map(type -> type.readOrNull(stored))
                        .filter(Objects::nonNull)
                        .toList();
        if (work.size() != 1) {
            throw new IllegalArgumentException(
                    "%d contexts have this kind of job".formatted(work.size()));
        }
        return work.getFirst();
    }

    private List<WorkType<?>> works() {
        return declared(Declaration::work);
    }

    /// What the stream counts.
    public List<ContextEdges> edges() {
        return declared(Declaration::edges);
    }

    /// The edges that the stream counts.
    public CountedEdges countedEdges() {
        return CountedEdges.of(edges());
    }

    /// What an export contains.
    public Exports exports() {
        return Exports.of(all.stream().map(Declaration::export).toList());
    }

    /// What an erasure does.
    public Erasures erasures() {
        return Erasures.of(erasureParts());
    }

    private List<ContextErasure> erasureParts() {
        return all.stream().map(Declaration::erasure).toList();
    }

    /// The classes of what an erasure does.
    public List<Class<?>> erasureClasses() {
        return erasureParts().stream().<Class<?>>map(Object::getClass).toList();
    }

    /// What the removals of an erasure do on the table, of items to which paths lead.
    public List<Grant> erasureGrants() {
        var grants =
                new GrantList()
                        .grant(PlatformKeys.ERASURES, UPDATE_ITEM)
                        .grant(PlatformKeys.IDEMPOTENCY, DELETE_ITEM);
        all.forEach(each -> grants.addAll(each.erasureGrants()));
        erasures().deletedByPaths().forEach(family -> grants.grant(family, DELETE_ITEM));
        return grants.list();
    }

    /// What the removals of an erasure do on the table, of all items.
    public List<Grant> erasureScanGrants() {
        var grants = new GrantList().addAll(erasureGrants());
        all.forEach(each -> grants.addAll(each.erasureScanGrants()));
        erasures().deleted().forEach(family -> grants.grant(family, DELETE_ITEM));
        return grants.list();
    }

    /// What following the paths from a person does on the table.
    public List<Grant> erasurePathGrants() {
        var grants = new GrantList();
        for (var path : erasures().paths()) {
            path.queried().forEach(family -> grants.grant(family, QUERY));
            path.byKey().forEach(family -> grants.grant(family, BATCH_GET_ITEM));
        }
        return grants.list();
    }

    /// What is checked.
    public List<ContextChecks> checks() {
        return all.stream().map(Declaration::checks).toList();
    }

    /// The changes of the shape of items.
    public List<ContextMigrations> migrations() {
        return declared(Declaration::migrations);
    }

    /// The classes of the event rules.
    public List<Class<? extends EventRules<?>>> eventRules() {
        return declared(Declaration::eventRules);
    }

    /// The event rules.
    ///
    /// @param made creates the rules of a class
    public StreamRules streamRules(
            Function<Class<? extends EventRules<?>>, ? extends EventRules<?>> made) {
        return new StreamRules(eventRules().stream().<EventRules<?>>map(made).toList());
    }

    private <T> List<T> declared(Function<Declaration, @Nullable T> part) {
        var parts = new ArrayList<T>();
        for (var context : all) {
            var declared = part.apply(context);
            if (declared != null) {
                parts.add(declared);
            }
        }
        return List.copyOf(parts);
    }
}
