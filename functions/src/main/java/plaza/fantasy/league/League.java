package plaza.fantasy.league;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.id.LeagueId;
import plaza.id.UserId;
import plaza.rule.Pure;
import plaza.text.TextRule;

/// A league of gamers.
///
/// @param createdBy the user who founded the league, or the owner at the time when the founder was
///   erased
/// @param owner the user who manages the league: the founder, until they transfer it
/// @param code the code that a gamer needs to join a private league; null if the league is public
/// @param fromGameweek the first gameweek whose points count, or null if all count. It never
///   changes
/// @param shards the number of shards of the standings index; 1 until the league is large
/// @param headToHead the matches of a head-to-head league; null if the league is classic
@Pure
public record League(
        LeagueId id,
        String name,
        UserId createdBy,
        UserId owner,
        @Nullable LeagueCode code,
        Instant createdAt,
        @Nullable Gameweek fromGameweek,
        int shards,
        @Nullable HeadToHead headToHead) {
    public static final TextRule NAME = TextRule.line(60, 240);

    /// Returns a new league of its founder.
    ///
    /// @throws IllegalArgumentException if a head-to-head league has no first gameweek
    public static League founded(
            LeagueId id,
            String name,
            UserId founder,
            boolean isPrivate,
            Scoring scoring,
            @Nullable Gameweek fromGameweek,
            Instant now) {
        return new League(
                id,
                name,
                founder,
                founder,
                isPrivate ? LeagueCode.random() : null,
                now,
                fromGameweek,
                1,
                headToHead(scoring, fromGameweek));
    }

    private static @Nullable HeadToHead headToHead(Scoring scoring, @Nullable Gameweek from) {
        return switch (scoring) {
            case CLASSIC -> null;
            case HEAD_TO_HEAD -> {
                if (from == null) {
                    throw new IllegalArgumentException("head-to-head without a first gameweek");
                }
                yield HeadToHead.of(List.of(), from);
            }
        };
    }

    public Scoring scoring() {
        return headToHead == null ? Scoring.CLASSIC : Scoring.HEAD_TO_HEAD;
    }

    public boolean isPrivate() {
        return code != null;
    }

    /// Whether a gamer can join: a private league of another user needs its code.
    boolean admits(GamerId gamer, @Nullable LeagueCode given) {
        return code == null || code.equals(given) || owner.value().equals(gamer.value());
    }

    /// Returns this league with another name, owner and privacy. A private league keeps its code.
    public League changed(String newName, UserId newOwner, boolean isPrivateNow) {
        var kept = code == null ? LeagueCode.random() : code;
        return with(newName, newOwner, isPrivateNow ? kept : null);
    }

    /// Returns this private league with a new code. The previous one is invalid.
    public League withNewCode() {
        return with(name, owner, LeagueCode.random());
    }

    /// Whether a user founded or owns this league.
    boolean isOf(UserId user) {
        return createdBy.equals(user) || owner.equals(user);
    }

    /// Returns this league without a user who leaves: the new owner also takes their place as the
    /// founder.
    League handedOver(UserId leaver, UserId newOwner) {
        return new League(
                id,
                name,
                createdBy.equals(leaver) ? newOwner : createdBy,
                newOwner,
                code,
                createdAt,
                fromGameweek,
                shards,
                headToHead);
    }

    private League with(String newName, UserId newOwner, @Nullable LeagueCode newCode) {
        return new League(
                id,
                newName,
                createdBy,
                newOwner,
                newCode,
                createdAt,
                fromGameweek,
                shards,
                headToHead);
    }

    /// Returns the shard of the standings index that holds a gamer.
    public static int shardOf(GamerId gamer, int shards) {
        return Math.floorMod(gamer.value().hashCode(), shards);
    }
}
