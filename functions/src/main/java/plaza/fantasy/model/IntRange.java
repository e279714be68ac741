package plaza.fantasy.model;

/// A range of whole numbers, both ends included.
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
