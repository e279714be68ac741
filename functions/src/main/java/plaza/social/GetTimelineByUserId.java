package plaza.social;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import plaza.http.Cursors;
import plaza.http.Http;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.Deployment;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Query;
import plaza.table.Table;

/// Lists the posts in the caller's timeline, newest first: one Query reads the entries, and one
/// BatchGetItem reads their posts and the edges to their authors.
///
/// Because it reads the posts, an edit or a deletion is visible immediately. Because it reads the
/// edges, an unfollow hides an author's posts as soon as it has returned, even while one of the
/// author's posts is still being delivered. Both reads are consistent.
public final class GetTimelineByUserId
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final Table table;
    private final Clock clock;
    private final Cursors cursors;

    public GetTimelineByUserId() {
        this(Deployment.table(), Deployment.clock(), Deployment.cursors());
    }

    public GetTimelineByUserId(Table table, Clock clock, Cursors cursors) {
        this.table = table;
        this.clock = clock;
        this.cursors = cursors;
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::list);
    }

    private Response list(Request request) {
        var reader = request.owner("userId");
        var query = Query.in(KeySpace.timelineOf(reader)).descending().aliveAt(clock.instant());
        var page =
                table.page(
                        query,
                        request.page(cursors),
                        entries -> visible(reader, entries),
                        SocialItems::joinedPost);
        return request.response(cursors, page, SocialJson::post);
    }

    /// The entries whose post exists and whose author is the reader or followed by the reader, each
    /// joined with its post.
    private List<Item> visible(UserId reader, List<Item> entries) {
        var keys = new LinkedHashSet<Key>();
        for (var entry : entries) {
            keys.add(SocialItems.postOf(entry));
            keys.add(KeySpace.following(reader, SocialItems.authorOf(entry)));
        }
        keys.remove(KeySpace.following(reader, reader));
        var found = table.getByKey(keys);
        var visible = new ArrayList<Item>();
        for (var entry : entries) {
            var author = SocialItems.authorOf(entry);
            var post = found.get(SocialItems.postOf(entry));
            var followed =
                    author.equals(reader) || found.containsKey(KeySpace.following(reader, author));
            if (post != null && followed) {
                visible.add(SocialItems.joined(entry, post));
            }
        }
        return visible;
    }
}
