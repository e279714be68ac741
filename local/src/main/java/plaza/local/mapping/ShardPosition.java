package plaza.local.mapping;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The place of a record in its shard: a number of 21 to 40 digits, kept as text and compared as a
/// number.
///
/// Compared as text, "9…" (21 digits) would come after "10…" (22 digits); DynamoDB Local, on the
/// other hand, pads with zeros and takes numbers back only in the length in which it gave them.
///
/// @param digits as the stream gave it
public record ShardPosition(String digits) implements Comparable<ShardPosition> {
    public ShardPosition {
        if (digits.isEmpty() || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new IllegalArgumentException("a sequence number consists of digits");
        }
    }

    /// The number in `text`; null where there is none.
    public static @Nullable ShardPosition parse(@Nullable String text) {
        return text == null || text.isEmpty() || !text.chars().allMatch(c -> c >= '0' && c <= '9')
                ? null
                : new ShardPosition(text);
    }

    /// How many of `things`, which are in order, are not behind `number`; none where it is null.
    static <T> int countThrough(
            List<T> things, Function<T, ShardPosition> place, @Nullable ShardPosition number) {
        if (number == null) {
            return 0;
        }
        var low = 0;
        var high = things.size();
        while (low < high) {
            var middle = (low + high) >>> 1;
            if (place.apply(things.get(middle)).compareTo(number) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    @Override
    public int compareTo(ShardPosition other) {
        var mine = significant();
        var others = other.significant();
        return mine.length() == others.length()
                ? mine.compareTo(others)
                : Integer.compare(mine.length(), others.length());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ShardPosition number && compareTo(number) == 0;
    }

    @Override
    public int hashCode() {
        return significant().hashCode();
    }

    @Override
    public String toString() {
        return digits;
    }

    private String significant() {
        var start = 0;
        while (start < digits.length() - 1 && digits.charAt(start) == '0') {
            start++;
        }
        return digits.substring(start);
    }
}
