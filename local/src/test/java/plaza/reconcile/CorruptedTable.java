package plaza.reconcile;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import plaza.audit.Check;
import plaza.job.Jobs;
import plaza.reconcile.ReconcileRun.Found;
import plaza.social.key.SocialKeys;
import plaza.social.notice.NoticeItems;
import plaza.social.post.PostItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Table;
import plaza.table.Write;
import plaza.testkit.TestBed;

/// A table with corruptions, which are written without the handlers, and the drift to be found.
public final class CorruptedTable {
    private final Table table;
    private final Clock clock;
    private final SplittableRandom random;

    /// The owners (users, posts, gamers, footballers) of corrupted items: two corruptions of one
    /// owner could cancel each other.
    private final Set<String> corruptedOwners = new HashSet<>();

    /// Users whose counts are deleted: Reconcile finds wrong copies of their standing only after it
    /// has repaired their counts.
    private final Set<String> usersWithoutCounts = new HashSet<>();

    private final Set<Found> expected = new HashSet<>();
    private final Map<Key, Item> items;

    /// @param bed holds the table before any corruption
    public CorruptedTable(TestBed bed, SplittableRandom random) {
        this(bed.table(), bed.everything(), bed.clock(), random);
    }

    /// @param items the items of the table before any corruption
    public CorruptedTable(Table table, Map<Key, Item> items, Clock clock, SplittableRandom random) {
        this.table = table;
        this.items = items;
        this.clock = clock;
        this.random = random;
    }

    /// Corrupts a random item of an owner that is not corrupted yet.
    ///
    /// @return whether such an item exists
    public boolean apply(Corruption corruption) {
        var found = corruption.applyTo(this);
        expected.addAll(found);
        return !found.isEmpty();
    }

    /// The drift that Reconcile must find.
    public Set<Found> expected() {
        return expected;
    }

    public Instant now() {
        return clock.instant();
    }

    /// Returns the jobs as they were written some time ago.
    public Jobs jobs(Duration age) {
        return new Jobs(table, Clock.fixed(now().minus(age), ZoneOffset.UTC));
    }

    /// Returns an id that no item uses.
    public String unusedId() {
        return "x" + Long.toString(random.nextLong(1L << 50), 36);
    }

    /// Returns a positive or negative number that is not 0.
    public int difference() {
        return random.nextBoolean() ? 1 + random.nextInt(5) : -1 - random.nextInt(5);
    }

    /// Returns the first item that fits, which a corruption copies; null if there is none.
    public @Nullable Item first(Predicate<Item> filter) {
        return items.values().stream()
                .filter(filter)
                .min(Comparator.comparing(item -> item.key().toString()))
                .orElse(null);
    }

    /// Picks an item of an owner that is not corrupted yet, or returns null if none fits.
    public @Nullable Item pick(Predicate<Item> filter) {
        var fitting =
                items.values().stream()
                        .filter(filter)
                        .filter(item -> Collections.disjoint(corruptedOwners, owners(item)))
                        .filter(item -> Collections.disjoint(usersWithoutCounts, names(item)))
                        .sorted(Comparator.comparing(item -> item.key().toString()))
                        .toList();
        if (fitting.isEmpty()) {
            return null;
        }
        var item = fitting.get(random.nextInt(fitting.size()));
        corruptedOwners.addAll(owners(item));
        return item;
    }

    public Key write(Write write) {
        table.write(write);
        if (write instanceof Write.Delete && SocialKeys.USER_COUNT.is(write.key())) {
            usersWithoutCounts.add(SocialKeys.USERS.parse(write.key()).value());
        }
        return write.key();
    }

    /// Returns the items that a check must find.
    ///
    /// @param check names the check for an item as it was before any corruption, or null
    public Set<Found> findings(Function<Item, @Nullable Check> check) {
        var findings = new HashSet<Found>();
        for (var item : items.values()) {
            var finding = check.apply(item);
            if (finding != null) {
                findings.add(Found.of(finding, item.key()));
            }
        }
        return findings;
    }

    /// The ids that an item names in its key or as the author.
    private static Set<String> names(Item item) {
        var key = item.key();
        var names = new HashSet<String>();
        names.addAll(List.of(key.pk().split("#", -1)));
        names.addAll(List.of(key.sk().split("#", -1)));
        if (item.has(PostItems.AUTHOR_ID)) {
            names.add(item.text(PostItems.AUTHOR_ID));
        }
        return names;
    }

    /// The user, post, gamer or footballer whose partition has an item, and the post that it lists.
    private Set<String> owners(Item item) {
        var key = item.key();
        if (SocialKeys.NOTICES.matches(key.pk())) {
            return ownersOfNotice(item);
        }
        // all names with the same first letter share a partition key
        if (SocialKeys.NAME_WORD.is(key)) {
            return Set.of(key.toString());
        }
        var owners = new HashSet<>(Set.of(key.pk().split("#", -1)[1]));
        if (key.sk().startsWith("p#")) {
            owners.add(key.sk().split("#", -1)[1]);
        }
        return owners;
    }

    /// A notification, and the posts that tell who is notified.
    private Set<String> ownersOfNotice(Item item) {
        var owners = new HashSet<>(Set.of(item.key().toString()));
        if (item.has(NoticeItems.ACTORS)) {
            var notice = NoticeItems.notice(item);
            owners.add(notice.ofPost().value());
            var post = items.get(SocialKeys.POST.key(notice.actor(), notice.ofPost()));
            if (post != null && post.has(PostItems.IN_REPLY_TO)) {
                owners.add(post.text(PostItems.IN_REPLY_TO));
            }
        }
        return owners;
    }
}
