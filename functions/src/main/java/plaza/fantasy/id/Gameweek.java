package plaza.fantasy.id;

import plaza.text.Malformed;

/// The number of a gameweek, 1 to 99. Gameweeks are ordered by number; gaps are allowed.
public record Gameweek(int number) implements Comparable<Gameweek> {
    /// Keys contain the number as two digits.
    public static final int NUMBER_MAX = 99;

    public Gameweek {
        if (number < 1 || number > NUMBER_MAX) {
            throw new IllegalArgumentException("a gameweek must be a number from 1 to 99");
        }
    }

    /// Parses one or two digits; `7` and `07` are the same gameweek.
    ///
    /// @throws Malformed if it is not such a number
    public static Gameweek parse(String text) {
        if (text.isEmpty()
                || text.length() > 2
                || !text.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new Malformed("must be a gameweek from 1 to 99");
        }
        var number = Integer.parseInt(text);
        if (number == 0) {
            throw new Malformed("must be a gameweek from 1 to 99");
        }
        return new Gameweek(number);
    }

    public static Gameweek of(int number) {
        return new Gameweek(number);
    }

    /// The number in two digits, so that text order is numeric order.
    public String text() {
        return number < 10 ? "0" + number : Integer.toString(number);
    }

    @Override
    public int compareTo(Gameweek other) {
        return Integer.compare(number, other.number);
    }

    @Override
    public String toString() {
        return text();
    }
}
