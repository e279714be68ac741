package plaza.tally;

/// A stream record's sequence number as text of fixed width, so that text order is number order.
///
/// @param text exactly [#DIGITS] digits
public record SequenceNumber(String text) implements Comparable<SequenceNumber> {
    /// The maximum length of a sequence number; 21 to 40 digits by DynamoDB's API reference.
    public static final int DIGITS = 40;

    /// A number below that of every record.
    public static final SequenceNumber ZERO = new SequenceNumber("0".repeat(DIGITS));

    public SequenceNumber {
        if (text.length() != DIGITS) {
            throw new IllegalArgumentException("not a padded sequence number");
        }
    }

    /// Parses a sequence number of the stream, of any width up to [#DIGITS].
    public static SequenceNumber of(String number) {
        if (number.isEmpty()
                || number.length() > DIGITS
                || !number.chars().allMatch(c -> c >= '0' && c <= '9')) {
            throw new IllegalArgumentException("not a sequence number");
        }
        return new SequenceNumber("0".repeat(DIGITS - number.length()) + number);
    }

    @Override
    public int compareTo(SequenceNumber other) {
        return text.compareTo(other.text);
    }
}
