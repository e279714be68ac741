package plaza.social.check;

import static plaza.table.Condition.absent;
import static plaza.table.Condition.unchanged;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.audit.AuditContext;
import plaza.audit.Drift;
import plaza.audit.ItemAudit;
import plaza.id.UserId;
import plaza.social.follow.FollowItems;
import plaza.social.gate.Gate;
import plaza.social.gate.Gate.Listed;
import plaza.social.key.SocialKeys;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;

/// Compares the entries of blocks and mutes with their copies: the lists of gates, and the marks of
/// muted follows. All of them change in one transaction, except that a follow which begins at the
/// same moment as a mute of the same user may lack the mark.
record GatesAudit() implements ItemAudit {
    private static final String GATE = "a user in a gate";
    private static final String MARK = "a muted follow";

    /// A user in a list of a gate.
    private record Place(UserId owner, Listed list, UserId other) {
        Key gate() {
            return SocialKeys.GATE.key(owner);
        }

        Key entry() {
            return list.entry(owner, other);
        }
    }

    @Override
    public boolean covers(Item item, AuditContext context) {
        return SocialKeys.GATE.is(item.key())
                || SocialKeys.BLOCK.is(item.key())
                || SocialKeys.MUTE.is(item.key())
                || isMutedFollow(item);
    }

    private static boolean isMutedFollow(Item item) {
        return SocialKeys.FOLLOWEE.is(item.key()) && FollowItems.isMuted(item);
    }

    @Override
    public List<Key> related(Item item) {
        if (SocialKeys.GATE.is(item.key())) {
            return listed(item).stream().map(Place::entry).toList();
        }
        if (SocialKeys.FOLLOWEE.is(item.key())) {
            return List.of(SocialKeys.FOLLOWEE.parse(item.key(), SocialKeys.MUTE::key));
        }
        return Stream.concat(
                        places(item).stream().map(Place::gate),
                        follow(item) == null ? Stream.of() : Stream.of(follow(item)))
                .toList();
    }

    @Override
    public List<Drift> compare(Item item, Map<Key, Item> related, AuditContext context) {
        if (SocialKeys.GATE.is(item.key())) {
            return listed(item).stream()
                    .filter(place -> !related.containsKey(place.entry()))
                    .map(place -> superfluous(item, place))
                    .toList();
        }
        if (SocialKeys.FOLLOWEE.is(item.key())) {
            var mute = SocialKeys.FOLLOWEE.parse(item.key(), SocialKeys.MUTE::key);
            return related.containsKey(mute)
                    ? List.of()
                    : List.of(
                            Drift.superfluous(
                                    item,
                                    MARK,
                                    "the follower does not mute the user",
                                    new Write.Check(mute, absent()),
                                    FollowItems.muting(item.key(), false).onlyIf(unchanged(item))));
        }
        var drifts = new ArrayList<Drift>();
        for (var place : places(item)) {
            var gate = Gate.in(related, place.owner());
            if (gate.lacks(place.list(), place.other())) {
                drifts.add(
                        Drift.wrong(
                                        item,
                                        GATE,
                                        "nothing",
                                        new Write.Check(item.key(), unchanged(item)),
                                        gate.adding(place.list(), place.other()).getFirst())
                                .about(place.gate())
                                .atVersion(place));
            }
        }
        var follow = follow(item) == null ? null : related.get(follow(item));
        if (follow != null && !FollowItems.isMuted(follow)) {
            drifts.add(
                    Drift.wrong(
                                    item,
                                    MARK,
                                    "a follow without the mark",
                                    new Write.Check(item.key(), unchanged(item)),
                                    FollowItems.muting(follow.key(), true)
                                            .onlyIf(unchanged(follow)))
                            .about(follow.key()));
        }
        return drifts;
    }

    private static Drift superfluous(Item item, Place place) {
        var write = Gate.of(place.owner(), item).removing(place.list(), place.other()).getFirst();
        return Drift.superfluous(
                        item,
                        GATE,
                        "no entry has this user",
                        new Write.Check(place.entry(), absent()),
                        write)
                .atVersion(place);
    }

    /// The users whom a gate lists.
    private static List<Place> listed(Item item) {
        var owner = SocialKeys.USERS.parse(item.key());
        var gate = Gate.of(owner, item);
        return Stream.of(Listed.values())
                .flatMap(list ->
                        gate.list(list).users().stream()
                                .map(other -> new Place(owner, list, other)))
                .toList();
    }

    /// The gates that list the two users whom an entry names.
    private static List<Place> places(Item entry) {
        return SocialKeys.BLOCK.is(entry.key())
                ? SocialKeys.BLOCK.parse(
                        entry.key(),
                        (user, blocked) ->
                                List.of(
                                        new Place(user, Listed.BLOCKS, blocked),
                                        new Place(blocked, Listed.BLOCKED_BY, user)))
                : SocialKeys.MUTE.parse(
                        entry.key(),
                        (user, muted) -> List.of(new Place(user, Listed.MUTES, muted)));
    }

    /// The follow that a mute marks; null for a block.
    private static @Nullable Key follow(Item entry) {
        return SocialKeys.MUTE.is(entry.key())
                ? SocialKeys.MUTE.parse(entry.key(), SocialKeys.FOLLOWEE::key)
                : null;
    }
}
