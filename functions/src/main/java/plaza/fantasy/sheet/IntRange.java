package plaza.fantasy.sheet;

import plaza.rule.Pure;

/// A range of whole numbers, both ends included.
@Pure
public record IntRange(int min, int max) {
    public IntRange {
        if (min < 0 || max < min) {
            throw new IllegalArgumentException("bounds are negative or not in order");
        }
    }

    public boolean contains(int count) {
        return min <= count && count <= max;
    }
}
