package plaza.fantasy.model;

import java.time.Instant;
import plaza.id.GamerId;
import plaza.id.LeagueId;
import plaza.id.UserId;
import plaza.text.TextRule;

/// A league.
///
/// @param shards into how many parts the index of its standings is divided: 1 until it is large
public record League(LeagueId id, String name, UserId createdBy, Instant createdAt, int shards) {
    public static final TextRule NAME = TextRule.line(60, 240);

    /// The part of a divided index that a gamer is in.
    public static int shardOf(GamerId gamer, int shards) {
        return Math.floorMod(gamer.value().hashCode(), shards);
    }
}
