package plaza.id;

import plaza.text.Malformed;

/// A gameweek's number, 1 to 99. Numbers order gameweeks but need not be without gaps.
public record Gameweek(int number) implements Comparable<Gameweek> {
    /// Two digits are what the keys have room for.
    public static final int NUMBER_MAX = 99;

    public Gameweek {
        if (number < 1 || number > NUMBER_MAX) {
            throw new IllegalArgumentException("not a gameweek");
        }
    }

    /// The gameweek that `text` names: one or two digits, `7` and `07` alike.
    ///
    /// @throws Malformed when it is not such a number
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

    /// The number in two digits, so that text order is number order.
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
