package plaza.fantasy.model;

import java.time.Instant;
import plaza.id.GamerId;
import plaza.id.LeagueId;
import plaza.id.UserId;
import plaza.text.TextRule;

/// A league of gamers.
///
/// @param shards the number of shards of the standings index; 1 until the league is large
public record League(LeagueId id, String name, UserId createdBy, Instant createdAt, int shards) {
    public static final TextRule NAME = TextRule.line(60, 240);

    /// Returns the shard of the standings index that holds a gamer.
    public static int shardOf(GamerId gamer, int shards) {
        return Math.floorMod(gamer.value().hashCode(), shards);
    }
}
