package plaza.tally;

/// A stream record's sequence number, as text of fixed width, so that text order is number order.
///
/// @param text exactly [#DIGITS] digits
public record Sequence(String text) implements Comparable<Sequence> {
    /// DynamoDB's API reference gives sequence numbers 21 to 40 characters.
    public static final int DIGITS = 40;

    /// Before every record.
    public static final Sequence ZERO = new Sequence("0".repeat(DIGITS));

    public Sequence {
        if (text.length() != DIGITS) {
            throw new IllegalArgumentException("not a padded sequence number");
        }
    }

    /// The sequence number as the stream writes it, of any width up to [#DIGITS].
    public static Sequence of(String number) {
        if (number.isEmpty()
                || number.length() > DIGITS
                || !number.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new IllegalArgumentException("not a sequence number");
        }
        return new Sequence("0".repeat(DIGITS - number.length()) + number);
    }

    @Override
    public int compareTo(Sequence other) {
        return text.compareTo(other.text);
    }
}
