package plaza.fantasy.model;

/// The name of the club a footballer plays for. Two footballers are of one club if the names are
/// equal, letter for letter.
public record Club(String name) {
    public Club {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a club has a name");
        }
    }
}
