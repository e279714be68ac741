package plaza.local.mapping;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The position of a record in its shard: its sequence number of 21 to 40 digits, stored as text
/// and compared as a number.
///
/// A comparison as text would order "9…" (21 digits) after "10…" (22 digits). DynamoDB Local pads
/// numbers with zeros and accepts them only in their original length, so the text is kept.
///
/// @param digits the sequence number as in the stream
public record ShardPosition(String digits) implements Comparable<ShardPosition> {
    public ShardPosition {
        if (digits.isEmpty() || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new IllegalArgumentException("a sequence number consists of digits");
        }
    }

    /// Returns the position in `text`, or null if the text is not a sequence number.
    public static @Nullable ShardPosition parse(@Nullable String text) {
        return text == null || text.isEmpty() || !text.chars().allMatch(c -> c >= '0' && c <= '9')
                ? null
                : new ShardPosition(text);
    }

    /// Returns the number of elements of a sorted list whose position is at most `last`, or 0 if
    /// `last` is null.
    static <T> int countThrough(
            List<T> sorted, Function<T, ShardPosition> position, @Nullable ShardPosition last) {
        if (last == null) {
            return 0;
        }
        var low = 0;
        var high = sorted.size();
        while (low < high) {
            var middle = (low + high) >>> 1;
            if (position.apply(sorted.get(middle)).compareTo(last) <= 0) {
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
        return other instanceof ShardPosition position && compareTo(position) == 0;
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
