package plaza.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A value of which more than one is right, for instance as long as the stream is under way.
interface Admissible {
    boolean admits(@Nullable Object found);

    /// What is right, for a reader.
    String wanted();

    private static Admissible of(String wanted, Predicate<@Nullable Object> admits) {
        return new Admissible() {
            @Override
            public boolean admits(@Nullable Object found) {
                return admits.test(found);
            }

            @Override
            public String wanted() {
                return wanted;
            }
        };
    }

    /// A text that the server chooses.
    static Admissible anyText() {
        return of("a text", found -> found instanceof String text && !text.isEmpty());
    }

    static Admissible oneOf(Collection<?> values) {
        return of("one of " + values, new HashSet<Object>(values)::contains);
    }

    /// A whole number from `min` to `max`.
    static Admissible between(long min, long max) {
        return of(
                "from " + min + " to " + max,
                found -> found instanceof Long number && number >= min && number <= max);
    }

    /// These things in this order, of which those that are not required may be missing.
    static Object list(List<?> possible, Predicate<Integer> isRequired) {
        var required = new ArrayList<Object>();
        for (var place = 0; place < possible.size(); place++) {
            if (isRequired.test(place)) {
                required.add(possible.get(place));
            }
        }
        if (required.size() == possible.size()) {
            return possible;
        }
        return of(
                "a part of " + possible + " in that order with " + required,
                found -> found instanceof List<?> list && isPart(list, possible, isRequired));
    }

    private static boolean isPart(List<?> list, List<?> possible, Predicate<Integer> isRequired) {
        var next = 0;
        for (var place = 0; place < possible.size(); place++) {
            if (next < list.size()
                    && JsonDifference.difference("", possible.get(place), list.get(next)) == null) {
                next++;
            } else if (isRequired.test(place)) {
                return false;
            }
        }
        return next == list.size();
    }

    /// A count that follows through the stream. When it has come to rest it is what it counts; on
    /// the way there it passes through what it counted since the rest before, in order.
    final class Following {
        private long now;
        private final Set<Long> since = new TreeSet<>(List.of(0L));

        void set(long number) {
            now = number;
            since.add(number);
        }

        void rest() {
            since.clear();
            since.add(now);
        }

        Object value() {
            return since.size() == 1 ? (Object) now : oneOf(List.copyOf(since));
        }
    }
}
