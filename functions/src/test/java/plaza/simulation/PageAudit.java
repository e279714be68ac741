package plaza.simulation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import plaza.id.PostId;
import plaza.id.UserId;
import plaza.simulation.SimulationFailure.Symptom;
import plaza.social.post.PostItems;
import plaza.table.Family;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;

/// Checks a page of a timeline that a reader requests while others change the table.
///
/// The number of a change in the log serves as time: state `n` is the table after the first `n`
/// changes. A request sees the states from its beginning to its end. What it may read with eventual
/// consistency, it may also see in the states since the replication lag before its beginning.
final class PageAudit {
    private static final JsonMapper MAPPER = new JsonMapper();

    /// An item from one change of it to the next.
    ///
    /// @param first the first state that has it
    /// @param last the last state that has it
    private record Version(Item item, int first, int last) {
        boolean isSeen(int from, int to) {
            return first <= to && last >= from;
        }

        boolean isThere(int from, int to) {
            return first <= from && last >= to;
        }
    }

    private static final Set<Family> SHOWN =
            Set.of(KeySpace.POSTS, KeySpace.FOLLOWING, KeySpace.TIMELINE, KeySpace.LIKES);

    private final UserId reader;
    private final List<TableChange> log;
    private final Instant now;
    private final int began;

    /// The oldest state that a replica may have at the beginning.
    private final int replicated;

    private int ended;

    /// Begins a request.
    PageAudit(UserId reader, List<TableChange> log, Instant now, Duration lag) {
        this.reader = reader;
        this.log = log;
        this.now = now;
        this.began = log.size();
        var oldest = began;
        while (oldest > 0 && log.get(oldest - 1).at().plus(lag).isAfter(now)) {
            oldest--;
        }
        this.replicated = oldest;
    }

    /// Ends the request and checks its page.
    void check(@Nullable String body) {
        ended = log.size();
        var versions = versions();
        var page = json(body);
        var shown = new HashSet<Key>();
        for (var post : page.path("items")) {
            var key =
                    KeySpace.POST.key(
                            UserId.of(post.path("userId").asText()),
                            PostId.of(post.path("postId").asText()));
            shown.add(key);
            shown(versions, key, post);
        }
        var items = page.path("items");
        var oldest =
                page.has("nextCursor") ? items.get(items.size() - 1).path("postId").asText() : "";
        versions.keySet().stream()
                .filter(key -> KeySpace.familyOf(key.pk()) == KeySpace.POSTS)
                .filter(key ->
                        KeySpace.POST.parse(key, (_, post) -> post).value().compareTo(oldest) > 0)
                .filter(key -> !shown.contains(key) && isExpected(versions, key))
                .forEach(key -> {
                    throw new SimulationFailure(
                            Symptom.PAGE_LACKS, "the page of " + reader + " lacks " + key);
                });
    }

    private void shown(Map<Key, List<Version>> versions, Key key, JsonNode post) {
        var author = KeySpace.POSTS.parse(key);
        var own = author.equals(reader);
        if (!own
                && !any(
                        versions,
                        KeySpace.FOLLOWEE.key(reader, author),
                        edge -> edge.isSeen(began, ended))) {
            throw new SimulationFailure(
                    Symptom.PAGE_SHOWS, reader + " does not follow the author of " + key);
        }
        if (!any(
                versions,
                key,
                version ->
                        version.isSeen(own ? began : replicated, ended) && isOf(version, post))) {
            throw new SimulationFailure(Symptom.PAGE_STALE, reader + " sees an old " + key);
        }
        var like = KeySpace.LIKE.key(KeySpace.POST.parse(key, (_, id) -> id), reader);
        var liked = post.at("/mine/liked").asBoolean();
        if (liked
                ? !any(versions, like, version -> version.isSeen(replicated, ended))
                : any(versions, like, version -> version.isThere(replicated, ended))) {
            throw new SimulationFailure(
                    Symptom.PAGE_LIKES, reader + (liked ? " likes " : " does not like ") + key);
        }
    }

    /// Whether a post is the version of an item.
    private static boolean isOf(Version version, JsonNode post) {
        var edited = post.path("editedAt").textValue();
        return version.item().text(PostItems.CONTENT).equals(post.path("content").textValue())
                && Objects.equals(
                        version.item().timeOrNull(PostItems.EDITED_AT),
                        edited == null ? null : Instant.parse(edited));
    }

    /// Whether the page must show a post: its entry, the post and the follow existed all the time.
    private boolean isExpected(Map<Key, List<Version>> versions, Key key) {
        var author = KeySpace.POSTS.parse(key);
        var own = author.equals(reader);
        var entry =
                KeySpace.TIMELINE_ENTRY.key(
                        reader, KeySpace.POST.parse(key, (_, post) -> post), author);
        return any(
                        versions,
                        entry,
                        one ->
                                one.isThere(replicated, ended)
                                        && !one.item().expired(now.plusSeconds(60)))
                && (own || isThere(versions, KeySpace.FOLLOWEE.key(reader, author), began))
                && exists(versions, key, own ? began : replicated);
    }

    private boolean isThere(Map<Key, List<Version>> versions, Key key, int from) {
        return any(versions, key, version -> version.isThere(from, ended));
    }

    /// Whether an item exists all the time, in one version or another.
    private boolean exists(Map<Key, List<Version>> versions, Key key, int from) {
        var all = versions.getOrDefault(key, List.of());
        return !all.isEmpty() && all.getFirst().first() <= from && all.getLast().last() >= ended;
    }

    private static boolean any(
            Map<Key, List<Version>> versions, Key key, Predicate<Version> condition) {
        return versions.getOrDefault(key, List.of()).stream().anyMatch(condition);
    }

    /// The versions of all posts, follows, entries and likes.
    private Map<Key, List<Version>> versions() {
        var versions = new HashMap<Key, List<Version>>();
        for (var change : log) {
            if (SHOWN.contains(change.family())) {
                var all = versions.computeIfAbsent(change.key(), _ -> new ArrayList<>());
                if (change.before() != null) {
                    var last = all.removeLast();
                    all.add(new Version(last.item(), last.first(), change.number()));
                }
                if (change.after() != null) {
                    all.add(new Version(change.after(), change.number() + 1, Integer.MAX_VALUE));
                }
            }
        }
        return versions;
    }

    private static JsonNode json(@Nullable String body) {
        try {
            return MAPPER.readTree(body);
        } catch (JsonProcessingException fault) {
            throw new AssertionError(fault);
        }
    }
}
