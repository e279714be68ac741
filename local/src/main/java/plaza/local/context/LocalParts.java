package plaza.local.context;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.context.Declaration;
import plaza.context.Declarations;
import plaza.id.UserId;
import plaza.local.emulator.Functions;

/// The local parts of the contexts of which a system consists, in the order of the contexts.
public record LocalParts(List<LocalPart> all) {
    private static final LocalParts REGISTERED = of(Declarations.named(""));

    public LocalParts {
        all = List.copyOf(all);
    }

    /// Those of all contexts on the class path.
    public static LocalParts registered() {
        return REGISTERED;
    }

    /// Those of some contexts.
    ///
    /// @throws IllegalStateException if one cannot be created
    public static LocalParts of(Declarations declarations) {
        return new LocalParts(present(declarations.all(), LocalParts::partOrNull).toList());
    }

    private static @Nullable LocalPart partOrNull(Declaration declaration) {
        var context = declaration.name();
        var name =
                "%s.local.%s%sLocal"
                        .formatted(
                                declaration.getClass().getPackageName(),
                                context.substring(0, 1).toUpperCase(Locale.ROOT),
                                context.substring(1));
        try {
            return Class.forName(name, true, declaration.getClass().getClassLoader())
                    .asSubclass(LocalPart.class)
                    .getConstructor()
                    .newInstance();
        } catch (ClassNotFoundException _) {
            return null;
        } catch (ReflectiveOperationException fault) {
            throw new IllegalStateException(
                    "the local part of a context cannot be created: " + name, fault);
        }
    }

    private static <P, T> Stream<T> present(List<P> parts, Function<P, @Nullable T> part) {
        return parts.stream().<@Nullable T>map(part).filter(Objects::nonNull);
    }

    /// Returns them with their settings.
    public LocalParts configured(SettingsReader settings) {
        return new LocalParts(all.stream().map(part -> part.configured(settings)).toList());
    }

    /// Adds the arguments of all of them.
    public Functions arguments(Functions functions) {
        var more = functions;
        for (var part : all) {
            more = part.arguments(more);
        }
        return more;
    }

    /// The demos of those that have one.
    public List<Demo> demos() {
        return present(all, LocalPart::demo).toList();
    }

    /// The schemas of those that import models.
    public List<ModelSchema> modelSchemas() {
        return present(all, LocalPart::modelSchema).toList();
    }

    /// What converts the lines of a user's export.
    public List<ExportReader> exportReaders(UserId user, Instant now) {
        return all.stream().map(part -> part.exportReader(user, now)).toList();
    }

    /// The attributes that are URLs.
    public Set<String> urlAttributes() {
        return all.stream()
                .flatMap(part -> part.urlAttributes().stream())
                .collect(Collectors.toUnmodifiableSet());
    }

    /// The ids of the path parameters that exist, by the name of the parameter.
    public Map<String, KnownIds> knownIds() {
        var ids = new HashMap<String, KnownIds>();
        all.forEach(part -> part.knownIds().forEach(ids::putIfAbsent));
        return Map.copyOf(ids);
    }

    /// What the examples of the functions name, by the name of the function.
    public Map<String, ExampleRule> exampleRules() {
        var rules = new HashMap<String, ExampleRule>();
        all.forEach(part -> rules.putAll(part.exampleRules()));
        return Map.copyOf(rules);
    }
}
