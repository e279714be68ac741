package plaza.testkit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.context.Declaration;
import plaza.context.Declarations;

/// The kits of all contexts on the class path, in the order in which the contexts are registered.
public final class ContextKits {
    /// The kits of Plaza's own contexts. A tool that compiles only the classes that others name,
    /// such as the server of sample tables, finds them here.
    public static final List<Class<? extends ContextKit>> OF_PLAZA =
            List.of(
                    plaza.favorites.FavoritesKit.class,
                    plaza.fantasy.FantasyKit.class,
                    plaza.social.SocialKit.class);

    private static final Map<String, ContextKit> BY_CONTEXT = byName();

    private ContextKits() {}

    /// Returns the kits by the names of their contexts.
    public static Map<String, ContextKit> byContext() {
        return BY_CONTEXT;
    }

    /// Returns the kits.
    public static Stream<ContextKit> all() {
        return BY_CONTEXT.values().stream();
    }

    /// Returns the kit of a context, or null if no context has this name.
    public static @Nullable ContextKit of(String context) {
        return BY_CONTEXT.get(context);
    }

    private static Map<String, ContextKit> byName() {
        var kits = new LinkedHashMap<String, ContextKit>();
        for (var declaration : Declarations.registered().all()) {
            kits.put(declaration.name(), kit(declaration));
        }
        return kits;
    }

    private static ContextKit kit(Declaration declaration) {
        var name = declaration.getClass().getName().replaceFirst("Declaration$", "Kit");
        try {
            return Class.forName(name).asSubclass(ContextKit.class).getConstructor().newInstance();
        } catch (ReflectiveOperationException fault) {
            throw new LinkageError("the context needs a test kit, the class " + name, fault);
        }
    }
}
