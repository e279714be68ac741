package plaza.fantasy.footballer;

import plaza.rule.Pure;
import plaza.text.Visibility;

/// The name of the club that a footballer plays for.
///
/// Two clubs are the same if their names are equal without invisible characters. If those counted,
/// one club could appear under two names, and a squad could exceed the limit for its footballers.
@Pure
public record Club(String name) implements Comparable<Club> {
    public Club {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a club has no name");
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
