package plaza.simulation;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.simulation.SimulationFailure.Symptom;
import plaza.social.key.SocialKeys;
import plaza.social.notice.NoticeItems;
import plaza.table.Family;
import plaza.table.Key;

/// Checks a page of notifications that a user requests while others change the table.
final class NoticePageAudit {
    private static final Set<Family> READ = Set.of(SocialKeys.NOTICES, SocialKeys.BLOCKS);

    /// The end of a page.
    ///
    /// @param at the time of its last notification
    /// @param seenAt until when the first page knew the notifications as seen
    record End(Instant at, Instant seenAt) {}

    private final UserId reader;
    private final @Nullable End before;
    private final History.Request request;

    /// Begins a request.
    ///
    /// @param from where the page begins; null for the first page
    NoticePageAudit(
            UserId reader,
            List<TableChange> log,
            Instant now,
            Duration lag,
            @Nullable Place<End> from) {
        this.reader = reader;
        this.before = from == null ? null : from.last();
        this.request = History.Request.begin(log, now, lag);
    }

    /// The state of the table at the beginning.
    int began() {
        return request.began();
    }

    /// Ends the request and checks its page.
    ///
    /// @return where the next page begins, or null after the last one
    @Nullable Place<End> check(JsonNode page) {
        var history = request.end(READ);
        var seenAt = Instant.parse(page.path("seenAt").asText());
        if (before == null ? !hasSeen(history, seenAt) : !seenAt.equals(before.seenAt())) {
            throw wrong(reader + " has not seen their notifications until " + seenAt);
        }
        var last = before == null ? Instant.MAX : before.at();
        for (var item : page.path("items")) {
            var at = Instant.parse(item.path("at").asText());
            if (at.isAfter(last)) {
                throw wrong(reader + " sees notifications out of order");
            }
            if (item.path("unread").asBoolean() != at.isAfter(seenAt)) {
                throw wrong(reader + " has seen those until " + seenAt + ", not " + item);
            }
            for (var actor : item.path("actors")) {
                var other = UserId.of(actor.path("userId").asText());
                if (blocks(other).anyMatch(block -> history.exists(block, history.began))) {
                    throw new SimulationFailure(
                            Symptom.LEAK, reader + " is notified of the blocked " + other);
                }
            }
            last = at;
        }
        var cursor = page.path("nextCursor").textValue();
        return cursor == null ? null : new Place<>(cursor, new End(last, seenAt));
    }

    /// Whether the request can have read this time.
    private boolean hasSeen(History history, Instant seenAt) {
        var seen = SocialKeys.NOTICES_SEEN.key(reader);
        return seenAt.equals(Instant.EPOCH)
                ? !history.isThere(seen, history.began)
                : history.any(
                        seen,
                        version ->
                                version.isSeen(history.began, history.ended)
                                        && NoticeItems.seenAt(version.item()).equals(seenAt));
    }

    private Stream<Key> blocks(UserId other) {
        return Stream.of(SocialKeys.BLOCK.key(reader, other), SocialKeys.BLOCK.key(other, reader));
    }

    private static SimulationFailure wrong(String what) {
        return new SimulationFailure(Symptom.NOTICE_PAGE, what);
    }
}
