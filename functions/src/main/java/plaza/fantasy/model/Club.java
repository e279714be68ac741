package plaza.fantasy.model;

import plaza.text.Visibility;

/// The name of the club a footballer plays for. Two footballers are of one club if the names are
/// equal, letter for letter. Invisible characters do not count: with one of them a club would pass
/// for two, and a squad could have twice as many of its footballers.
public record Club(String name) implements Comparable<Club> {
    public Club {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a club has a name");
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Club club && compared().equals(club.compared());
    }

    @Override
    public int hashCode() {
        return compared().hashCode();
    }

    @Override
    public int compareTo(Club other) {
        return compared().compareTo(other.compared());
    }

    private String compared() {
        return Visibility.withoutInvisible(name);
    }
}
