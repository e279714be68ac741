package plaza.social.view;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import plaza.http.Field;
import plaza.http.Idempotency;
import plaza.http.ProblemException;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Deployment;
import plaza.lambda.Services;
import plaza.social.gate.ReaderGate;
import plaza.social.id.PostId;
import plaza.social.id.SessionId;
import plaza.social.id.SocialIds;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostItems;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Write;

/// Records that a session viewed several posts. Each view counts as one of [RecordView] does, and
/// takes a token of the same rate limit.
///
/// One eventually consistent read finds the posts and the views that exist already, so that a
/// repeated view costs half a read unit instead of a write unit. Each further view is a write of
/// its own, because batches have no conditions and a transaction costs twice as much. If some of
/// the writes fail, the response is 503, and repeating the request records the rest.
///
/// Views that [ViewSampling] leaves out are neither read nor written; their posts are.
public final class RecordViews extends ApiFunction {
    /// The maximum number of posts of a request.
    static final int POSTS_MAX = 100;

    public static final Field<List<PostId>> POST_IDS =
            Field.textsFromOne("postIds", POSTS_MAX, SocialIds.POST);

    private final ViewSampling sampling;

    public RecordViews() {
        this(Services.deployed(), ViewSampling.from(Deployment.environment()));
    }

    public RecordViews(Services services, ViewSampling sampling) {
        super(services);
        this.sampling = sampling;
    }

    @Override
    protected int tokens(Request request) {
        try {
            var session = session(request);
            return posts(request).stream().mapToInt(post -> sampling.weight(post, session)).sum();
        } catch (ProblemException _) {
            return 1; // handle rejects the request
        }
    }

    @Override
    protected Response handle(Request request) {
        var session = session(request);
        var posts = posts(request);
        var idempotency = Idempotency.of(request, Request.BODY_BYTES_MAX, clock);
        var earlier = idempotency.storedOrNull(table);
        return earlier == null
                ? idempotency.remember(
                        table,
                        Response.ok(ViewJson.VIEWS.of(record(request.caller(), session, posts))))
                : earlier;
    }

    private static SessionId session(Request request) {
        return request.path("sessionId", SessionId::parse);
    }

    private static Set<PostId> posts(Request request) {
        return new LinkedHashSet<>(request.body(POST_IDS).get(POST_IDS));
    }

    /// The counters that eventually consistent reads did not find: a post may have been written a
    /// moment ago.
    private static List<Key> missingCounters(Set<PostId> posts, Map<Key, Item> found) {
        return posts.stream()
                .map(SocialKeys.POST_COUNTER::key)
                .filter(key -> !found.containsKey(key))
                .toList();
    }

    private ViewJson.Recorded record(UserId caller, SessionId session, Set<PostId> posts) {
        var now = clock.instant();
        var keys = new ArrayList<Key>();
        for (var post : posts) {
            keys.add(SocialKeys.POST_COUNTER.key(post));
            if (sampling.weight(post, session) > 0) {
                keys.add(SocialKeys.VIEW.key(post, session));
            }
        }
        var gate = new ReaderGate(table, caller);
        var found = gate.with(() -> table.getByKeyEventually(keys));
        found.putAll(table.getByKey(missingCounters(posts, found)));
        var counters =
                found.values().stream()
                        .filter(item -> SocialKeys.POST_COUNTER.is(item.key()))
                        .toList();
        var seen =
                gate.seen(counters, PostItems::authorIn).stream()
                        .map(PostItems::countedPost)
                        .collect(Collectors.toSet());
        var unknown = new ArrayList<PostId>();
        var writes = new ArrayList<Write>();
        for (var post : posts) {
            var existing = found.get(SocialKeys.VIEW.key(post, session));
            var weight = sampling.weight(post, session);
            if (!seen.contains(post)) {
                unknown.add(post);
            } else if (weight > 0 && (existing == null || existing.expired(now))) {
                writes.add(ViewItems.recorded(new View(post, session, now, weight)));
            }
        }
        // a write is refused if another request has recorded the view meanwhile, which counts
        var _ = table.writeEach(writes);
        return new ViewJson.Recorded(posts.size() - unknown.size(), unknown);
    }
}
