package plaza.fantasy.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import plaza.id.FixtureId;

/// A fixture of a gameweek that an administrator declared. Fixture points can be put for declared
/// fixtures only.
///
/// @param kickoff when the match begins, or null if that is not known yet
public record Fixture(FixtureId id, Club homeClub, Club awayClub, @Nullable Instant kickoff) {
    public Fixture {
        if (homeClub.equals(awayClub)) {
            throw new IllegalArgumentException("the two clubs of a fixture are the same");
        }
    }
}
