package plaza.reconcile;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import plaza.TestBed;
import plaza.id.PostId;
import plaza.id.SessionId;
import plaza.id.UserId;
import plaza.job.Job;
import plaza.social.SocialItems;
import plaza.social.Tallies;
import plaza.social.model.Follow;
import plaza.social.model.Like;
import plaza.social.model.TimelineEntry;
import plaza.social.model.View;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.KeySpace.Family;
import plaza.table.Write;
import plaza.tally.Ledger;
import plaza.tally.Sequence;

/// Every way in which something derived can differ from its source; each is done to the table past
/// all handlers.
enum Damage {
    FOLLOWER_COUNT,
    FOLLOWING_COUNT,
    POST_COUNT,
    USER_COUNTS_LOST,
    FOLLOWER_LOST,
    FOLLOWER_SURPLUS,
    LIKE_COUNT,
    LIKE_COUNT_LOST,
    LIKE_COUNT_ORPHAN,
    VIEW_COUNT,
    VIEW_COUNT_LOST,
    VIEW_COUNT_ORPHAN,
    LIKE_ROW_LOST,
    LIKE_ROW_OFF,
    LIKE_ROW_SURPLUS,
    VIEW_ROW_LOST,
    VIEW_ROW_SURPLUS,
    ENTRY_LOST,
    OWN_ENTRY_LOST,
    ENTRY_OF_NO_POST,
    ENTRY_OF_NO_FOLLOWEE,
    LIKE_LEFT,
    LIKE_ROW_LEFT,
    VIEW_LEFT,
    VIEW_ROW_LEFT,
    JOB_STUCK;

    /// What is to be found, by the check's name and the wrong item's key.
    record Done(Set<Run.Found> expected) {}

    /// Does it to something at random that nothing was done to before.
    ///
    /// @param touched the owners (users, posts) of what was damaged already: two damages of one
    ///   thing may cancel
    /// @return what is to be found, or null where there is nothing that could be damaged so
    @Nullable Done to(TestBed bed, SplittableRandom random, Set<String> touched) {
        var all = bed.everything();
        var now = bed.clock().instant();
        var odd = "x" + Long.toString(random.nextLong(1L << 50), 36);
        var ghost = PostId.of("gone" + odd);
        return switch (this) {
            case FOLLOWER_COUNT -> count(bed, random, all, touched, SocialItems.FOLLOWER_COUNT);
            case FOLLOWING_COUNT -> count(bed, random, all, touched, SocialItems.FOLLOWING_COUNT);
            case POST_COUNT -> count(bed, random, all, touched, SocialItems.POST_COUNT);
            case USER_COUNTS_LOST -> {
                var user = pick(random, all, touched, Family.USER, item -> isCount(item));
                yield user == null ? null : deleted(bed, user, Check.USER_COUNTS);
            }
            case FOLLOWER_LOST -> {
                var edge = pick(random, all, touched, Family.FOLLOWERS, _ -> true);
                yield edge == null ? null : deleted(bed, edge, Check.FOLLOW_EDGES);
            }
            case FOLLOWER_SURPLUS -> {
                var user = pick(random, all, touched, Family.USER, item -> isCount(item));
                yield user == null
                        ? null
                        : put(
                                bed,
                                SocialItems.follower(new Follow(UserId.of(odd), owner(user), now)),
                                Check.FOLLOW_EDGES);
            }
            case LIKE_COUNT -> {
                var counter = pick(random, all, touched, Family.LIKE_COUNT, _ -> true);
                yield counter == null
                        ? null
                        : moved(bed, random, counter, SocialItems.LIKE_COUNT, Check.LIKE_COUNTS);
            }
            case LIKE_COUNT_LOST -> {
                var counter = pick(random, all, touched, Family.LIKE_COUNT, _ -> true);
                yield counter == null ? null : deleted(bed, counter, Check.POST_COUNTERS);
            }
            case LIKE_COUNT_ORPHAN ->
                    put(
                            bed,
                            SocialItems.likeCount(ghost, UserId.of("u1"), 3),
                            Check.ORPHAN_LIKE_COUNTS);
            case VIEW_COUNT -> {
                var counter = pick(random, all, touched, Family.VIEW_COUNT, _ -> true);
                yield counter == null
                        ? null
                        : moved(bed, random, counter, SocialItems.VIEW_COUNT, Check.VIEW_COUNTS);
            }
            case VIEW_COUNT_LOST -> {
                var counter = pick(random, all, touched, Family.VIEW_COUNT, _ -> true);
                yield counter == null ? null : deleted(bed, counter, Check.POST_COUNTERS);
            }
            case VIEW_COUNT_ORPHAN ->
                    put(bed, SocialItems.viewCount(ghost, 3), Check.ORPHAN_VIEW_COUNTS);
            case LIKE_ROW_LOST -> {
                var row = pick(random, all, touched, Family.LIKE_LEDGER, r -> r.flag(Ledger.ON));
                yield row == null ? null : deleted(bed, row, Check.LIKE_LEDGER);
            }
            case LIKE_ROW_OFF -> {
                var row = pick(random, all, touched, Family.LIKE_LEDGER, r -> r.flag(Ledger.ON));
                yield row == null
                        ? null
                        : put(
                                bed,
                                Item.at(row.key())
                                        .with(Ledger.ON, false)
                                        .with(Ledger.SEQUENCE, row.text(Ledger.SEQUENCE))
                                        .endingAt(now.plus(Tallies.LEDGER_LIFETIME))
                                        .build(),
                                Check.LIKE_LEDGER);
            }
            case LIKE_ROW_SURPLUS -> {
                var counter = pick(random, all, touched, Family.LIKE_COUNT, _ -> true);
                yield counter == null
                        ? null
                        : put(
                                bed,
                                row(KeySpace.likeLedger(post(counter), UserId.of(odd)), null),
                                Check.LIKE_LEDGER);
            }
            case VIEW_ROW_LOST -> {
                var row = pick(random, all, touched, Family.VIEW_LEDGER, _ -> true);
                yield row == null ? null : deleted(bed, row, Check.VIEW_LEDGER);
            }
            case VIEW_ROW_SURPLUS -> {
                var counter = pick(random, all, touched, Family.VIEW_COUNT, _ -> true);
                yield counter == null
                        ? null
                        : put(
                                bed,
                                row(
                                        KeySpace.viewLedger(post(counter), SessionId.of(odd), now),
                                        now),
                                Check.VIEW_LEDGER);
            }
            case ENTRY_LOST -> {
                var entry = pick(random, all, touched, Family.TIMELINE, e -> !isOwn(e));
                yield entry == null ? null : deleted(bed, entry, Check.TIMELINE_ENTRIES);
            }
            case OWN_ENTRY_LOST -> {
                var entry = pick(random, all, touched, Family.TIMELINE, Damage::isOwn);
                yield entry == null ? null : deleted(bed, entry, Check.TIMELINE_ENTRIES);
            }
            case ENTRY_OF_NO_POST ->
                    put(
                            bed,
                            SocialItems.timelineEntry(
                                    new TimelineEntry(
                                            UserId.of("u1"), UserId.of("u1"), ghost, now)),
                            Check.STALE_ENTRIES);
            case ENTRY_OF_NO_FOLLOWEE ->
                    put(
                            bed,
                            SocialItems.timelineEntry(
                                    new TimelineEntry(
                                            UserId.of(odd),
                                            UserId.of("u1"),
                                            post(
                                                    all.values().stream()
                                                            .filter(i ->
                                                                    family(i) == Family.LIKE_COUNT)
                                                            .findFirst()
                                                            .orElseThrow()),
                                            now)),
                            Check.STALE_ENTRIES);
            case LIKE_LEFT ->
                    put(
                            bed,
                            SocialItems.like(new Like(ghost, UserId.of("u1"), now)),
                            Check.LEFTOVERS);
            case LIKE_ROW_LEFT ->
                    put(
                            bed,
                            row(KeySpace.likeLedger(ghost, UserId.of("u1")), null),
                            Check.LEFTOVERS);
            case VIEW_LEFT ->
                    put(
                            bed,
                            SocialItems.view(new View(ghost, SessionId.of("s1"), now)),
                            Check.LEFTOVERS);
            case VIEW_ROW_LEFT ->
                    put(
                            bed,
                            row(KeySpace.viewLedger(ghost, SessionId.of("s1"), now), now),
                            Check.LEFTOVERS);
            case JOB_STUCK -> {
                var job = Job.of(Job.Kind.ERASE_POST, List.of(ghost.value(), odd), List.of());
                yield put(
                        bed,
                        Item.at(job.key())
                                .with("kind", job.kind().word())
                                .with("ids", job.ids())
                                .with("arguments", job.arguments())
                                .with("step", 3)
                                .with("place", List.of())
                                .endingAt(now.minus(Duration.ofHours(9)).plus(Job.LIFETIME))
                                .build(),
                        Check.STUCK_JOBS);
            }
        };
    }

    private static @Nullable Done count(
            TestBed bed,
            SplittableRandom random,
            Map<Key, Item> all,
            Set<String> touched,
            String attribute) {
        var item = pick(random, all, touched, Family.USER, i -> isCount(i));
        return item == null ? null : moved(bed, random, item, attribute, Check.USER_COUNTS);
    }

    private static Done moved(
            TestBed bed, SplittableRandom random, Item counter, String attribute, Check check) {
        var delta = random.nextBoolean() ? 1 + random.nextInt(5) : -1 - random.nextInt(5);
        bed.table()
                .write(
                        Write.Update.of(counter.key())
                                .set(attribute, counter.number(attribute) + delta));
        return done(check, counter.key());
    }

    private static Done deleted(TestBed bed, Item item, Check check) {
        bed.table().write(Write.Delete.of(item.key()));
        return done(check, item.key());
    }

    private static Done put(TestBed bed, Item item, Check check) {
        bed.table().write(Write.Put.of(item));
        return done(check, item.key());
    }

    private static Done done(Check check, Key about) {
        return new Done(Set.of(new Run.Found(check.label(), about)));
    }

    private static @Nullable Item pick(
            SplittableRandom random,
            Map<Key, Item> all,
            Set<String> touched,
            Family family,
            java.util.function.Predicate<Item> test) {
        var fit =
                all.values().stream()
                        .filter(item -> family(item) == family)
                        .filter(item -> !touched.contains(KeySpace.ownerPart(item.key().pk())))
                        .filter(test)
                        .collect(Collectors.toList());
        if (fit.isEmpty()) {
            return null;
        }
        fit.sort(java.util.Comparator.comparing(item -> item.key().pk() + item.key().sk()));
        var item = fit.get(random.nextInt(fit.size()));
        touched.add(KeySpace.ownerPart(item.key().pk()));
        return item;
    }

    private static Family family(Item item) {
        return KeySpace.familyOf(item.key().pk());
    }

    private static boolean isCount(Item item) {
        return item.has(SocialItems.FOLLOWER_COUNT);
    }

    private static boolean isOwn(Item entry) {
        return owner(entry).equals(SocialItems.authorOf(entry));
    }

    private static UserId owner(Item item) {
        return UserId.of(KeySpace.ownerPart(item.key().pk()));
    }

    private static PostId post(Item item) {
        return PostId.of(KeySpace.ownerPart(item.key().pk()));
    }

    private static Item row(Key key, @Nullable Instant viewedAt) {
        var row = Item.at(key).with(Ledger.ON, true).with(Ledger.SEQUENCE, Sequence.ZERO.text());
        return viewedAt == null
                ? row.build()
                : row.endingAt(viewedAt.plus(Tallies.LEDGER_LIFETIME)).build();
    }
}
