package plaza.fantasy.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import plaza.id.FixtureId;

/// A fixture of a gameweek, as an administrator declared it. Only footballers who took part in a
/// declared fixture can have points for it.
///
/// @param kickoff when the match begins, or null while that is not known
public record Fixture(FixtureId id, Club homeClub, Club awayClub, @Nullable Instant kickoff) {
    public Fixture {
        if (homeClub.equals(awayClub)) {
            throw new IllegalArgumentException("a fixture is between two clubs");
        }
    }
}
