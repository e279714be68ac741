package plaza.context;

import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import plaza.text.Malformed;

/// The declarations of the contexts of which a system consists, in the order in which they are
/// registered. No deployed function loads this class.
public record Declarations(List<Declaration> all) {
    private static final Declarations REGISTERED =
            new Declarations(
                    ServiceLoader.load(Declaration.class, Declaration.class.getClassLoader())
                            .stream()
                            .map(ServiceLoader.Provider::get)
                            .toList());

    public Declarations {
        all = List.copyOf(all);
    }

    /// Those of all contexts on the class path.
    public static Declarations registered() {
        return REGISTERED;
    }

    /// Those with these names.
    ///
    /// @param names separated by commas; all contexts if it is empty
    /// @throws Malformed naming the contexts that exist, if there is none of a name
    public static Declarations named(String names) {
        if (names.isBlank()) {
            return REGISTERED;
        }
        var wanted = Stream.of(names.split(",", -1)).map(String::strip).toList();
        var known = REGISTERED.names();
        if (!known.containsAll(wanted)) {
            throw new Malformed(
                    "must be names of contexts, separated by commas, of "
                            + String.join(", ", known));
        }
        return new Declarations(
                REGISTERED.all.stream()
                        .filter(each -> wanted.contains(each.context().name()))
                        .toList());
    }

    /// Their contexts.
    public Contexts contexts() {
        return new Contexts(all.stream().map(Declaration::context).toList());
    }

    /// The names of their contexts.
    public List<String> names() {
        return contexts().names();
    }
}
