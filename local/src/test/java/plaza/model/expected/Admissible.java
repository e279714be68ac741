package plaza.model.expected;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// An expectation that more than one value fulfills, for example while the stream is not drained.
public interface Admissible {
    public boolean matches(@Nullable Object found);

    /// Describes the accepted values in the message of a difference.
    public String description();

    private static Admissible of(String description, Predicate<@Nullable Object> matches) {
        return new Admissible() {
            @Override
            public boolean matches(@Nullable Object found) {
                return matches.test(found);
            }

            @Override
            public String description() {
                return description;
            }
        };
    }

    /// Any text that the server chooses.
    public static Admissible anyText() {
        return of("a text", found -> found instanceof String text && !text.isEmpty());
    }

    public static Admissible oneOf(Collection<?> values) {
        return of("one of " + values, new HashSet<Object>(values)::contains);
    }

    /// A whole number from `min` to `max`.
    public static Admissible between(long min, long max) {
        return of(
                "from " + min + " to " + max,
                found -> found instanceof Long number && number >= min && number <= max);
    }

    /// A list of exactly these values, in any order.
    public static Admissible inAnyOrder(List<?> values) {
        return of(
                values + " in any order",
                found -> {
                    if (!(found instanceof List<?> list) || list.size() != values.size()) {
                        return false;
                    }
                    var remaining = new ArrayList<Object>(values);
                    return list.stream()
                            .allMatch(each ->
                                    remaining.removeIf(value ->
                                            JsonDifference.difference("", value, each) == null));
                });
    }

    /// A list of some of these values in any order, with all of those that are required.
    public static Admissible partInAnyOrder(List<?> possible, List<?> required) {
        return of(
                "a part of " + possible + " in any order that contains " + required,
                found ->
                        found instanceof List<?> list
                                && isPart(list, possible)
                                && isPart(required, list));
    }

    /// Whether each value of one list stands for another value of the other one.
    private static boolean isPart(List<?> part, List<?> whole) {
        var remaining = new ArrayList<Object>(whole);
        return part.stream()
                .allMatch(each ->
                        remaining.stream()
                                .filter(value -> fits(value, each) || fits(each, value))
                                .findFirst()
                                .map(remaining::remove)
                                .orElse(false));
    }

    private static boolean fits(Object expected, Object found) {
        return JsonDifference.difference("", expected, found) == null;
    }

    /// A list of the values in this order, from which those that are not required may be missing.
    public static Object list(List<?> possible, Predicate<Integer> isRequired) {
        var required = new ArrayList<Object>();
        for (var index = 0; index < possible.size(); index++) {
            if (isRequired.test(index)) {
                required.add(possible.get(index));
            }
        }
        if (required.size() == possible.size()) {
            return possible;
        }
        return of(
                "a part of " + possible + " in this order that contains " + required,
                found -> found instanceof List<?> list && isPart(list, possible, isRequired));
    }

    private static boolean isPart(List<?> list, List<?> possible, Predicate<Integer> isRequired) {
        var next = 0;
        for (var index = 0; index < possible.size(); index++) {
            if (next < list.size()
                    && JsonDifference.difference("", possible.get(index), list.get(next)) == null) {
                next++;
            } else if (isRequired.test(index)) {
                return false;
            }
        }
        return next == list.size();
    }

    /// A count that the stream functions update. It is exact when the stream is drained; before, it
    /// is one of the exact counts since the last time.
    final class EventualCount {
        private long exact;
        private final Set<Long> possible = new TreeSet<>(List.of(0L));

        public void set(long number) {
            exact = number;
            possible.add(number);
        }

        public void onDrained() {
            possible.clear();
            possible.add(exact);
        }

        public Object value() {
            return possible.size() == 1 ? (Object) exact : oneOf(List.copyOf(possible));
        }
    }
}
