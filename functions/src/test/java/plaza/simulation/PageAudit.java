package plaza.simulation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import plaza.id.UserId;
import plaza.simulation.SimulationFailure.Symptom;
import plaza.social.gate.Audience;
import plaza.social.gate.Standing;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostItems;
import plaza.table.Family;
import plaza.table.Key;

/// Checks a page of a timeline that a reader requests while others change the table.
final class PageAudit {
    private static final JsonMapper MAPPER = new JsonMapper();

    private static final Set<Family> SHOWN =
            Set.of(SocialKeys.POSTS, SocialKeys.FOLLOWING, SocialKeys.TIMELINE, SocialKeys.LIKES);

    private final UserId reader;
    private final Instant now;
    private final @Nullable String before;
    private final History.Request request;

    /// Begins a request.
    ///
    /// @param from where the page begins, with the last post before it; null for the first page
    PageAudit(
            UserId reader,
            List<TableChange> log,
            Instant now,
            Duration lag,
            @Nullable Place<String> from) {
        this.reader = reader;
        this.now = now;
        this.before = from == null ? null : from.last();
        this.request = History.Request.begin(log, now, lag);
    }

    /// Ends the request and checks its page.
    ///
    /// @return where the next page begins, or null after the last one
    @Nullable Place<String> check(@Nullable String body) {
        var history = request.end(SHOWN);
        var page = json(body);
        var items = page.path("items");
        var shown = new HashSet<Key>();
        for (var post : items) {
            var key = keyOf(post);
            shown.add(key);
            shown(history, key, post);
        }
        var cursor = page.path("nextCursor").textValue();
        var oldest = cursor == null ? "" : items.get(items.size() - 1).path("postId").asText();
        history.keys(SocialKeys.POSTS)
                .filter(key -> isBetween(oldest, SocialKeys.POST.parse(key, (_, post) -> post)))
                .filter(key -> !shown.contains(key) && isExpected(history, key))
                .forEach(key -> {
                    throw new SimulationFailure(
                            Symptom.PAGE_LACKS, "the page of " + reader + " lacks " + key);
                });
        return cursor == null ? null : new Place<>(cursor, oldest);
    }

    private boolean isBetween(String oldest, PostId post) {
        return post.value().compareTo(oldest) > 0
                && (before == null || post.value().compareTo(before) < 0);
    }

    /// The key of a post in a page.
    static Key keyOf(JsonNode post) {
        return SocialKeys.POST.key(
                UserId.of(post.path("userId").asText()), PostId.of(post.path("postId").asText()));
    }

    private void shown(History history, Key key, JsonNode post) {
        var author = SocialKeys.POSTS.parse(key);
        var own = author.equals(reader);
        if (!own
                && !history.any(
                        SocialKeys.FOLLOWEE.key(reader, author),
                        edge ->
                                edge.isSeen(history.began, history.ended)
                                        && !Standing.isOfSuspended(edge.item()))) {
            throw new SimulationFailure(
                    Symptom.PAGE_SHOWS,
                    reader + " does not follow the author of " + key + ", or may not see them");
        }
        if (!history.any(
                key,
                version ->
                        version.isSeen(own ? history.began : history.replicated, history.ended)
                                && (own || isVisible(version))
                                && isOf(version, post))) {
            throw new SimulationFailure(Symptom.PAGE_STALE, reader + " sees an old " + key);
        }
        var like = SocialKeys.LIKE.key(SocialKeys.POST.parse(key, (_, id) -> id), reader);
        var liked = post.at("/mine/liked").asBoolean();
        if (liked
                ? !history.any(like, version -> version.isSeen(history.replicated, history.ended))
                : history.isThere(like, history.replicated)) {
            throw new SimulationFailure(
                    Symptom.PAGE_LIKES, reader + (liked ? " likes " : " does not like ") + key);
        }
    }

    /// Whether a post is the version of an item.
    static boolean isOf(History.Version version, JsonNode post) {
        var edited = post.path("editedAt").textValue();
        return version.item().text(PostItems.CONTENT).equals(post.path("content").textValue())
                && Objects.equals(
                        version.item().timeOrNull(PostItems.EDITED_AT),
                        edited == null ? null : Instant.parse(edited));
    }

    /// Whether no administrator hides a post or its author, as its copy of the standing states.
    private static boolean isVisible(History.Version post) {
        return Audience.of(post.item()) != Audience.AUTHOR;
    }

    /// Whether the page must show a post: its entry, the post and the follow existed all the time,
    /// and neither the post nor the follow was one of a suspended user.
    private boolean isExpected(History history, Key key) {
        var author = SocialKeys.POSTS.parse(key);
        var own = author.equals(reader);
        var entry =
                SocialKeys.TIMELINE_ENTRY.key(
                        reader, SocialKeys.POST.parse(key, (_, post) -> post), author);
        return history.any(
                        entry,
                        one ->
                                one.isThere(history.replicated, history.ended)
                                        && !one.item().expired(now.plusSeconds(60)))
                && (own
                        || history.any(
                                SocialKeys.FOLLOWEE.key(reader, author),
                                edge ->
                                        edge.isThere(history.began, history.ended)
                                                && !Standing.isOfSuspended(edge.item())))
                && history.exists(key, own ? history.began : history.replicated)
                && (own
                        || history.versionsOf(key)
                                .filter(one -> one.isSeen(history.replicated, history.ended))
                                .allMatch(PageAudit::isVisible));
    }

    static JsonNode json(@Nullable String body) {
        try {
            return MAPPER.readTree(body);
        } catch (JsonProcessingException fault) {
            throw new AssertionError(fault);
        }
    }
}
