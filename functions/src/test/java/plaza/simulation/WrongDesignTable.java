package plaza.simulation;

import static plaza.table.Condition.exists;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import plaza.functions.Catalogue;
import plaza.job.Job;
import plaza.social.job.SocialWork;
import plaza.social.key.SocialKeys;
import plaza.social.like.LikeItems;
import plaza.social.notice.Notice;
import plaza.social.notice.NoticeItems;
import plaza.social.post.PostCounter;
import plaza.social.post.PostItems;
import plaza.social.timeline.PostEdges;
import plaza.table.Family;
import plaza.table.ForwardingTable;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.table.Key;
import plaza.table.Outcome;
import plaza.table.Page;
import plaza.table.PlatformKeys;
import plaza.table.Query;
import plaza.table.TableSchema;
import plaza.table.Unavailable;
import plaza.table.Write;

/// A table that changes the writes of the real code into those of a [WrongDesign].
final class WrongDesignTable extends ForwardingTable {
    private final MemoryTable table;
    private final WrongDesign design;
    private final Clock clock;
    private final Supplier<@Nullable Object> invocation;
    private final IdentityHashMap<Object, List<Runnable>> postponed = new IdentityHashMap<>();
    private final Map<Division, String> ends = new HashMap<>();
    private @Nullable Key postRead;

    /// A division of a delivery, which found the end of the list.
    ///
    /// @param post the post that the invocation read before
    /// @param after where the division began
    private record Division(@Nullable Key post, Page.Position after) {}

    /// @param invocation supplies the current invocation
    WrongDesignTable(
            MemoryTable table,
            WrongDesign design,
            Clock clock,
            Supplier<@Nullable Object> invocation) {
        super(table);
        this.table = table;
        this.design = design;
        this.clock = clock;
        this.invocation = invocation;
    }

    /// Ends the current invocation: performs the writes that it postponed.
    void finish() {
        var work = postponed.remove(invocation.get());
        if (work != null) {
            work.forEach(Runnable::run);
        }
    }

    @Override
    public Page<Item> read(Query query, int limit, Page.@Nullable Position after) {
        if (query.collection().index() != TableSchema.Index.TABLE) {
            return table.read(query, limit, after);
        }
        var family = Catalogue.ALL.keySpace().familyOf(query.collection().pk());
        if (family == SocialKeys.FOLLOWERS) {
            return followers(query, limit, after);
        }
        var page = table.read(query, limit, after);
        return design == WrongDesign.BACKFILL_OF_NOW && family == SocialKeys.POSTS
                ? new Page<>(page.items(), null)
                : page;
    }

    private Page<Item> followers(Query query, int limit, Page.@Nullable Position after) {
        return switch (design) {
            case FOLLOWERS_EVENTUAL -> table.read(WrongReads.eventual(query), limit, after);
            case RANGE_END_EXCLUDED -> {
                var page = table.read(query, limit, after);
                yield new Page<>(
                        page.items().stream()
                                .filter(item -> !item.key().sk().equals(query.greatest()))
                                .toList(),
                        page.next());
            }
            case LAST_RANGE_CLOSED -> closed(query, limit, after);
            default -> table.read(query, limit, after);
        };
    }

    private Page<Item> closed(Query query, int limit, Page.@Nullable Position after) {
        var page = table.read(query, limit, after);
        if (after == null || !query.greatest().isEmpty()) {
            return page;
        }
        if (!query.strong()) {
            if (page.next() == null) {
                ends.put(
                        new Division(postRead, after),
                        page.items().isEmpty() ? "" : page.items().getLast().key().sk());
            }
            return page;
        }
        var end = ends.get(new Division(postRead, after));
        return end == null
                ? page
                : new Page<>(
                        page.items().stream()
                                .filter(item -> item.key().sk().compareTo(end) <= 0)
                                .toList(),
                        page.next());
    }

    @Override
    public @Nullable Item getConsistent(Key key) {
        postRead = key;
        return table.getConsistent(key);
    }

    /// Only the removal of an author's entries reads posts in this way.
    @Override
    public List<Item> getAll(List<Key> keys) {
        return switch (design) {
            case CLEANUP_ENDS_EARLY ->
                    keys.stream().allMatch(WrongDesignTable::isPost)
                            ? keys.stream().map(key -> Item.at(key).build()).toList()
                            : table.getAll(keys);
            case CLEANUP_EVENTUAL ->
                    keys.stream().allMatch(WrongDesignTable::isPost)
                            ? table.getAllEventually(keys)
                            : table.getAll(keys);
            default -> table.getAll(keys);
        };
    }

    private static boolean isPost(Key key) {
        return Catalogue.ALL.keySpace().familyOf(key.pk()) == SocialKeys.POSTS;
    }

    @Override
    public List<Outcome<Key>> writeEach(List<Write> writes) {
        try {
            return super.writeEach(writes);
        } catch (Unavailable fault) {
            if (design != WrongDesign.RANGE_START_IGNORED) {
                throw fault;
            }
        }
        return writes.stream().<Outcome<Key>>map(_ -> new Outcome.Done<>()).toList();
    }

    @Override
    public Outcome<Key> write(Write write) {
        if (design == WrongDesign.SEEN_UNCHECKED && SocialKeys.NOTICES_SEEN.is(write.key())) {
            return table.write(unconditional(write));
        }
        if (design == WrongDesign.RANGE_SHARED
                && write instanceof Write.Put(var item, var condition)
                && condition != null
                && family(write) == PlatformKeys.JOBS
                && isRunning(Job.from(item))) {
            return new Outcome.Refused<>(write.key(), item);
        }
        if (design == WrongDesign.JOB_ENDS_EARLY
                && write instanceof Write.Put put
                && family(put) == PlatformKeys.JOBS) {
            return table.write(new Write.Put(ending(put.item(), 14), put.condition()));
        }
        if (design == WrongDesign.JOB_SHARED
                && write instanceof Write.Put(var item, var condition)
                && family(write) == PlatformKeys.JOBS) {
            return table.write(new Write.Put(shared(item), condition));
        }
        if (design == WrongDesign.CURSOR_BEFORE_WORK && family(write) == PlatformKeys.JOBS) {
            var outcome = table.write(write);
            finish();
            return outcome;
        }
        return table.write(noticed(write));
    }

    @Override
    public Outcome<Key> transact(List<Write> writes) {
        var family = family(writes.getFirst());
        var counts = PostEdges.ALL.stream().anyMatch(edge -> edge.ledger() == family);
        return counts ? count(writes) : other(writes);
    }

    private Outcome<Key> count(List<Write> writes) {
        return switch (design) {
            case ADD_OUTSIDE_TRANSACTION -> {
                var counter = writes.stream().filter(WrongDesignTable::isPostCounter).toList();
                var outcome =
                        table.transact(
                                writes.stream().filter(write -> !isPostCounter(write)).toList());
                yield outcome instanceof Outcome.Refused ? outcome : table.transact(counter);
            }
            case LEDGER_UNCONDITIONAL ->
                    table.transact(
                            writes.stream()
                                    .map(write ->
                                            write instanceof Write.Put(var row, _)
                                                    ? Write.Put.of(row)
                                                    : write)
                                    .toList());
            case COUNTER_OVERWRITTEN -> {
                var overwriting = new ArrayList<Write>();
                for (var write : writes) {
                    var read = table.getConsistent(write.key());
                    overwriting.add(
                            write instanceof Write.Update counter && read != null
                                    ? overwriting(counter, read)
                                    : write);
                }
                yield table.transact(overwriting);
            }
            case LEDGER_ENDS_EARLY ->
                    table.transact(
                            writes.stream()
                                    .map(write ->
                                            write instanceof Write.Put(var row, var condition)
                                                    ? new Write.Put(ending(row, 2), condition)
                                                    : write)
                                    .toList());
            case NOTICE_OUTSIDE_TRANSACTION -> {
                var notices = writes.stream().filter(WrongDesignTable::isNotice).toList();
                var outcome =
                        table.transact(writes.stream().filter(write -> !isNotice(write)).toList());
                if (outcome instanceof Outcome.Done) {
                    notices.forEach(table::write);
                }
                yield outcome;
            }
            case LIKES_STORED_IN_NOTICE ->
                    table.transact(writes.stream().map(write -> withLikes(write, writes)).toList());
            default -> table.transact(writes.stream().map(this::noticed).toList());
        };
    }

    private static boolean isPostCounter(Write write) {
        return SocialKeys.POST_COUNTER.is(write.key());
    }

    private static boolean isNotice(Write write) {
        return family(write) == SocialKeys.NOTICES;
    }

    /// A notification of likes with the number that the transaction counts.
    private Write withLikes(Write write, List<Write> writes) {
        var likes = PostCounter.LIKES.attribute();
        if (!(write instanceof Write.Put(var item, var condition)) || !isNotice(write)) {
            return write;
        }
        var counter = writes.stream().filter(WrongDesignTable::isPostCounter).findFirst();
        var read = counter.map(update -> table.getConsistent(update.key())).orElse(null);
        if (read == null || !(counter.get() instanceof Write.Update update)) {
            return write;
        }
        var counted = update.appliedTo(read).number(likes);
        return new Write.Put(
                Write.Update.of(item.key()).set(likes, counted).appliedTo(item), condition);
    }

    /// A notification with another time, if it is of another design.
    private Write noticed(Write write) {
        if (!(write instanceof Write.Put(var item, var condition))
                || !isNotice(write)
                || SocialKeys.NOTICES_SEEN.is(write.key())) {
            return write;
        }
        var notice = NoticeItems.notice(item);
        return switch (design) {
            case NOTICE_AT_CAUSE -> new Write.Put(at(causedAt(notice), notice), condition);
            case NOTICE_BY_CLOCK -> new Write.Put(at(clock.instant(), notice), condition);
            default -> write;
        };
    }

    private static Item at(Instant time, Notice notice) {
        return NoticeItems.item(
                new Notice(
                        notice.user(),
                        notice.kind(),
                        notice.post(),
                        notice.actors(),
                        notice.causedAt(),
                        time));
    }

    /// The time of the follow, the request, the post or the newest like.
    private Instant causedAt(Notice notice) {
        var post = notice.post();
        if (post == null) {
            return Objects.requireNonNull(notice.causedAt());
        }
        var actor = notice.actors().getFirst();
        if (notice.kind() == Notice.Kind.LIKE) {
            var like = table.peek(SocialKeys.LIKE.key(post, actor));
            return like == null ? notice.writtenAt() : LikeItems.like(like).likedAt();
        }
        var written = table.peek(SocialKeys.POST.key(actor, post));
        return written == null ? notice.writtenAt() : PostItems.post(written).timestamp();
    }

    private static Write overwriting(Write.Update update, Item read) {
        var after = update.appliedTo(read);
        var overwriting = Write.Update.of(update.key());
        for (var count : PostCounter.values()) {
            if (after.has(count.attribute())) {
                overwriting = overwriting.set(count.attribute(), after.number(count.attribute()));
            }
        }
        return new Write.Update(update.key(), overwriting.changes(), update.condition());
    }

    private static Write unconditional(Write write) {
        return switch (write) {
            case Write.Put put -> Write.Put.of(put.item());
            case Write.Delete delete -> Write.Delete.of(delete.key());
            case Write.Update update -> new Write.Update(update.key(), update.changes(), null);
            case Write.Check check -> check;
        };
    }

    /// Leaves out that a block ends the follow of the blocked user, with the counts of both.
    private static List<Write> oneWay(List<Write> writes) {
        if (!isBlock(writes.getFirst())) {
            return writes;
        }
        var blocked = SocialKeys.BLOCK.parse(writes.getFirst().key(), (_, other) -> other);
        var other = SocialKeys.FOLLOWING.of(blocked).pk();
        return writes.stream()
                        .anyMatch(write ->
                                write instanceof Write.Delete && write.key().pk().equals(other))
                ? writes.stream()
                        .filter(write ->
                                Catalogue.ALL.keySpace().familyOf(write.key().pk())
                                                == SocialKeys.BLOCKS
                                        || SocialKeys.GATE.is(write.key()))
                        .toList()
                : writes;
    }

    /// Leaves out what the deletion of a reply changes of its parent.
    private static List<Write> withoutReply(List<Write> writes) {
        var isDeletion =
                writes.stream()
                        .anyMatch(write ->
                                write instanceof Write.Delete && SocialKeys.REPLY.is(write.key()));
        return isDeletion
                ? writes.stream()
                        .filter(write -> !SocialKeys.REPLY.is(write.key()))
                        .filter(write ->
                                !(write instanceof Write.Update
                                        && SocialKeys.POST_COUNTER.is(write.key())))
                        .toList()
                : writes;
    }

    private Outcome<Key> other(List<Write> writes) {
        return switch (design) {
            case REPLY_TO_ANY -> table.transact(unconditional(writes, SocialKeys.POST_COUNTER));
            case BLOCK_ONE_WAY -> table.transact(oneWay(writes));
            case FOLLOW_UNCHECKED ->
                    table.transact(
                            writes.stream()
                                    .filter(write ->
                                            !(write instanceof Write.Check
                                                    && SocialKeys.BLOCK.is(write.key())))
                                    .toList());
            case REPLY_LEFT_BEHIND -> table.transact(withoutReply(writes));
            case AUDIENCE_COPIED_LATE ->
                    table.transact(
                            writes.getFirst() instanceof Write.Check
                                            && SocialKeys.USER_COUNT.is(writes.getFirst().key())
                                    ? writes.subList(1, writes.size())
                                    : writes);
            case POST_OF_ANY_STANDING ->
                    table.transact(unconditional(writes, SocialKeys.USER_COUNT));
            case FOLLOW_OF_ANY_STANDING ->
                    table.transact(
                            writes.stream().anyMatch(WrongDesignTable::isFollow)
                                    ? unconditional(writes, SocialKeys.USER_COUNT)
                                    : writes);
            case REQUESTS_LEFT_BY_BLOCK ->
                    table.transact(
                            isBlock(writes.getFirst())
                                    ? writes.stream()
                                            .filter(write -> !SocialKeys.REQUEST.is(write.key()))
                                            .toList()
                                    : writes);
            case REQUEST_ACCEPTED_TWICE ->
                    table.transact(unconditional(writes, SocialKeys.REQUEST));
            case HIDDEN_UNCHECKED ->
                    table.transact(
                            isCopying(writes)
                                    ? writes.stream()
                                            .map(write ->
                                                    write instanceof Write.Update
                                                            ? write.onlyIf(exists())
                                                            : write)
                                            .toList()
                                    : writes);
            case HIDDEN_OUTSIDE_TRANSACTION -> {
                var counts = writes.stream().filter(WrongDesignTable::isCount).toList();
                if (!isCopying(writes) || counts.isEmpty()) {
                    yield table.transact(writes);
                }
                var outcome =
                        table.transact(writes.stream().filter(write -> !isCount(write)).toList());
                if (outcome instanceof Outcome.Done) {
                    counts.forEach(count -> table.transact(List.of(count)));
                }
                yield outcome;
            }
            case SHOWN_UNCOUNTED ->
                    table.transact(
                            isCopying(writes)
                                    ? writes.stream()
                                            .filter(write -> !isCount(write) || adds(write, -1))
                                            .toList()
                                    : writes);
            case HIDDEN_COUNTED_DOWN ->
                    table.transact(writes.stream().map(WrongDesignTable::countedDown).toList());
            case CLEANUP_UNCHECKED ->
                    table.transact(
                            writes.stream()
                                    .filter(write ->
                                            !(write instanceof Write.Check)
                                                    || !SocialKeys.TIMELINE_ENTRY.is(
                                                            writes.getLast().key()))
                                    .toList());
            case CURSOR_BEFORE_WORK -> {
                var running = invocation.get();
                if (running == null || !(writes.getFirst() instanceof Write.Check)) {
                    yield table.transact(writes);
                }
                postponed
                        .computeIfAbsent(running, _ -> new ArrayList<>())
                        .add(() -> {
                            var _ = table.transact(writes);
                        });
                yield new Outcome.Done<>();
            }
            case PART_OUTSIDE_TRANSACTION -> {
                var parts = writes.stream().filter(WrongDesignTable::isPart).toList();
                var outcome = table.transact(writes.stream().filter(w -> !isPart(w)).toList());
                if (outcome instanceof Outcome.Done) {
                    parts.forEach(table::write);
                }
                yield outcome;
            }
            default -> table.transact(writes);
        };
    }

    /// Whether a transaction copies a standing.
    private static boolean isCopying(List<Write> writes) {
        return writes.getFirst() instanceof Write.Check
                && SocialKeys.USER_COUNT.is(writes.getFirst().key());
    }

    /// Whether a write changes a number, and not also the audience of the post of a counter.
    private static boolean isCount(Write write) {
        return write instanceof Write.Update(_, var changes, _)
                && changes.values().stream().allMatch(Write.AttributeUpdate.Add.class::isInstance);
    }

    private static boolean adds(Write write, long number) {
        return write instanceof Write.Update(_, var changes, _)
                && changes.containsValue(new Write.AttributeUpdate.Add(number));
    }

    /// A write that counts down what does not count, because it is hidden.
    private static Write countedDown(Write write) {
        if (!(write instanceof Write.Update(var key, var changes, var condition))) {
            return write;
        }
        var counted = new HashMap<>(changes);
        counted.replaceAll((_, change) ->
                change.equals(new Write.AttributeUpdate.Add(0))
                        ? new Write.AttributeUpdate.Add(-1)
                        : change);
        return new Write.Update(key, counted, condition);
    }

    private static List<Write> unconditional(List<Write> writes, ItemKind kind) {
        return writes.stream()
                .map(write -> kind.is(write.key()) ? unconditional(write) : write)
                .toList();
    }

    private static boolean isBlock(Write write) {
        return write instanceof Write.Put && SocialKeys.BLOCK.is(write.key());
    }

    private static boolean isFollow(Write write) {
        return write instanceof Write.Put && SocialKeys.FOLLOWEE.is(write.key());
    }

    private static boolean isPart(Write write) {
        return SocialKeys.FOLLOWER_COUNT_PART.is(write.key());
    }

    @Override
    public void writeAll(List<Write> writes) {
        var running = invocation.get();
        if (design == WrongDesign.CURSOR_BEFORE_WORK && running != null) {
            postponed
                    .computeIfAbsent(running, _ -> new ArrayList<>())
                    .add(() -> table.writeAll(writes));
        } else if (design == WrongDesign.BATCH_IGNORED) {
            try {
                table.writeAll(writes);
            } catch (Unavailable _) {
                // The wrong design: the failure is ignored.
            }
        } else {
            table.writeAll(writes);
        }
    }

    /// Whether a job of a range with the same beginning exists.
    private boolean isRunning(Job job) {
        if (!(SocialWork.TYPE.readOrNull(job.work()) instanceof SocialWork.DeliverRange range)) {
            return false;
        }
        var last = "#" + range.last();
        var pk = job.key().pk();
        var start = pk.substring(0, pk.length() - last.length() + 1);
        return table.partitions().stream().anyMatch(other -> other.startsWith(start));
    }

    /// The job of an unfollow with a key that all unfollows of the same pair share.
    private static Item shared(Item item) {
        if (!(SocialWork.TYPE.readOrNull(Job.from(item).work())
                instanceof SocialWork.RemoveAuthorEntries(var reader, var author, var _))) {
            return item;
        }
        var named = new SocialWork.RemoveAuthorEntries(reader, author, "any");
        var attributes = new HashMap<>(item.attributes());
        attributes.putAll(
                Item.at(named.key())
                        .with("ids", List.of(reader.value(), author.value(), "any"))
                        .build()
                        .attributes());
        return new Item(attributes);
    }

    private Item ending(Item item, int days) {
        var builder = Item.at(item.key());
        var attributes = new HashMap<>(item.attributes());
        attributes.putAll(
                builder.endingAt(clock.instant().plus(Duration.ofDays(days))).build().attributes());
        return new Item(attributes);
    }

    private static Family family(Write write) {
        return Catalogue.ALL.keySpace().familyOf(write.key().pk());
    }
}
