package plaza.mutant;

import static plaza.table.Condition.attribute;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.context.Declaration;
import plaza.context.Declarations;
import plaza.functions.Catalogue;
import plaza.table.Condition;
import plaza.table.ItemKind;
import plaza.table.Key;
import plaza.table.PlatformKeys;
import plaza.table.TableSchema;
import plaza.table.Write;

/// One condition, or a part of it, that is left out or accepts more.
///
/// @param sender the method of the product code that sends the write
/// @param write the kind of write and of item
/// @param change what is weaker
public record ConditionMutant(String sender, String write, String change)
        implements Comparable<ConditionMutant> {
    private static final Map<ItemKind, String> KINDS = kinds();

    /// A condition on one attribute among several. Whether the attribute is compared or absent is
    /// left out, because it often depends on the item that was read.
    private static final Pattern IN_SEVERAL = Pattern.compile("^(without \\w+) (is|isAbsent)$");

    private static final Pattern CHOSEN = Pattern.compile(System.getProperty("plaza.mutants", ""));

    /// Whether the name contains a match of the regular expression `-Dplaza.mutants`.
    public boolean isChosen() {
        return CHOSEN.matcher(toString()).find();
    }

    @Override
    public String toString() {
        return sender + ", " + write + ": " + change;
    }

    @Override
    public int compareTo(ConditionMutant other) {
        return toString().compareTo(other.toString());
    }

    /// The mutants of a write, with the weaker condition of each; an empty one always holds.
    static Map<ConditionMutant, Optional<Condition>> of(String sender, Write write) {
        var mutants = new LinkedHashMap<ConditionMutant, Optional<Condition>>();
        if (write.condition() != null) {
            var what = write.getClass().getSimpleName() + " " + kind(write.key());
            for (var weaker : weaker(write.condition(), false)) {
                mutants.put(
                        new ConditionMutant(sender, what, weaker.change()),
                        Optional.ofNullable(weaker.condition()));
            }
        }
        return mutants;
    }

    /// The forms of a write: its kind, that of its item, what an update changes, and the parts of
    /// its condition.
    public static Set<String> forms(Write write) {
        var changed =
                write instanceof Write.Update update
                        ? new TreeSet<>(update.changes().keySet())
                        : "";
        return of("", write).keySet().stream()
                .map(mutant -> mutant + " " + changed)
                .collect(Collectors.toSet());
    }

    private static String kind(Key key) {
        var kind = Catalogue.ALL.keySpace().kindOf(key);
        return KINDS.getOrDefault(kind, kind.toString());
    }

    private static Map<ItemKind, String> kinds() {
        var kinds = new HashMap<ItemKind, String>();
        var fields =
                Stream.concat(
                                Stream.of(PlatformKeys.class),
                                Declarations.registered().all().stream().map(ConditionMutant::keys))
                        .flatMap(keys -> Stream.of(keys.getFields()))
                        .toList();
        for (var field : fields) {
            if (Modifier.isStatic(field.getModifiers())
                    && ItemKind.class.isAssignableFrom(field.getType())) {
                try {
                    kinds.put((ItemKind) field.get(null), field.getName());
                } catch (IllegalAccessException fault) {
                    throw new IllegalStateException(fault);
                }
            }
        }
        return kinds;
    }

    /// The class that declares the keys of a context, such as `plaza.social.key.SocialKeys`.
    private static Class<?> keys(Declaration declaration) {
        var name = declaration.getClass().getName();
        for (var keys : List.of(".key.$1Keys", ".$1Keys")) {
            try {
                return Class.forName(name.replaceFirst("\\.(\\w+)Declaration$", keys));
            } catch (ClassNotFoundException _) {
                // a small context has a single package
            }
        }
        throw new IllegalStateException("no class with the keys of " + declaration.name());
    }

    /// A condition that holds whenever the original one holds; null for one that always holds.
    private record Weaker(String change, @Nullable Condition condition) {}

    /// @param existence whether another condition implies that the item exists
    private static List<Weaker> weaker(Condition condition, boolean existence) {
        var all = new ArrayList<Weaker>();
        all.add(new Weaker("without " + text(condition), null));
        if (isUnchanged(condition) || (isComparison(condition) && !existence)) {
            all.add(new Weaker("exists() instead of " + text(condition), new Condition.Exists()));
        }
        if (isUnchanged(condition)) {
            var parts = parts(condition);
            for (var part : new LinkedHashSet<>(parts)) {
                if (part instanceof Condition.AttributeAbsent && !isAboutVersion(part)) {
                    var others = parts.stream().filter(other -> !other.equals(part)).toList();
                    all.add(
                            new Weaker(
                                    inSeveral("without " + text(part)), new Condition.All(others)));
                }
            }
        } else if (condition instanceof Condition.All(var parts)) {
            for (var at = 0; at < parts.size(); at++) {
                for (var weaker : weaker(parts.get(at), existence || impliesExistence(parts, at))) {
                    all.add(
                            new Weaker(
                                    inSeveral(weaker.change()),
                                    new Condition.All(replaced(parts, at, weaker.condition()))));
                }
            }
        } else if (condition instanceof Condition.Any(var parts)) {
            for (var at = 0; at < parts.size(); at++) {
                for (var weaker : weaker(parts.get(at), existence)) {
                    if (weaker.condition() != null) {
                        all.add(
                                new Weaker(
                                        weaker.change(),
                                        new Condition.Any(
                                                replaced(parts, at, weaker.condition()))));
                    }
                }
            }
        }
        return all;
    }

    private static String inSeveral(String change) {
        return IN_SEVERAL.matcher(change).replaceFirst("$1");
    }

    private static List<Condition> replaced(
            List<Condition> parts, int at, @Nullable Condition replacement) {
        var replaced = new ArrayList<>(parts);
        if (replacement == null) {
            replaced.remove(at);
        } else {
            replaced.set(at, replacement);
        }
        return replaced;
    }

    private static boolean impliesExistence(List<Condition> parts, int except) {
        for (var at = 0; at < parts.size(); at++) {
            var part = parts.get(at);
            if (at != except && (part instanceof Condition.Exists || isComparison(part))) {
                return true;
            }
        }
        return false;
    }

    private static boolean isComparison(Condition condition) {
        return switch (condition) {
            case Condition.ValueIs _, Condition.NumberAtLeast _, Condition.NumberBelow _ -> true;
            case Condition.Absent _,
                    Condition.Exists _,
                    Condition.AbsentOrExpired _,
                    Condition.AttributeAbsent _,
                    Condition.All _,
                    Condition.Any _ ->
                    false;
        };
    }

    /// Whether this is the result of [Condition#unchanged], which the code writes as one condition,
    /// perhaps with attributes that are still absent. Only that one compares the version.
    private static boolean isUnchanged(Condition condition) {
        var parts = parts(condition);
        return parts.getFirst() instanceof Condition.Exists
                && parts.stream().anyMatch(ConditionMutant::isAboutVersion)
                && parts.stream()
                        .allMatch(part ->
                                part instanceof Condition.Exists
                                        || part instanceof Condition.ValueIs
                                        || part instanceof Condition.AttributeAbsent);
    }

    /// The conditions that all must hold.
    private static List<Condition> parts(Condition condition) {
        return condition instanceof Condition.All(var parts)
                ? parts.stream().flatMap(part -> parts(part).stream()).toList()
                : List.of(condition);
    }

    private static boolean isAboutVersion(Condition part) {
        return part.equals(attribute(TableSchema.VERSION).isAbsent())
                || (part instanceof Condition.ValueIs(var attribute, _)
                        && attribute.equals(TableSchema.VERSION));
    }

    /// A condition without its values.
    private static String text(Condition condition) {
        if (isUnchanged(condition)) {
            return "unchanged()";
        }
        return switch (condition) {
            case Condition.Absent() -> "absent()";
            case Condition.Exists() -> "exists()";
            case Condition.AbsentOrExpired _ -> "absentOrExpired()";
            case Condition.ValueIs(var attribute, _) -> attribute + " is";
            case Condition.NumberAtLeast(var attribute, _) -> attribute + " isAtLeast";
            case Condition.NumberBelow(var attribute, _) -> attribute + " isBelow";
            case Condition.AttributeAbsent(var attribute) -> attribute + " isAbsent";
            case Condition.All(var parts) -> "all of " + subjects(parts);
            case Condition.Any(var parts) -> "any of " + subjects(parts);
        };
    }

    /// The attributes of several conditions.
    private static List<String> subjects(List<Condition> parts) {
        return parts.stream()
                .map(part -> text(part).replaceAll(" (is|isAbsent)\\b", ""))
                .sorted()
                .distinct()
                .collect(Collectors.toList());
    }

    /// The write with another condition.
    static Optional<Write> with(@Nullable Condition condition, Write write) {
        return switch (write) {
            case Write.Put put -> Optional.of(new Write.Put(put.item(), condition));
            case Write.Delete delete -> Optional.of(new Write.Delete(delete.key(), condition));
            case Write.Update update ->
                    Optional.of(new Write.Update(update.key(), update.changes(), condition));
            case Write.Check check ->
                    condition == null ? Optional.empty() : Optional.of(check.onlyIf(condition));
        };
    }
}
