package plaza.favorites;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import plaza.http.Http;
import plaza.http.Idempotency;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.ImportId;
import plaza.job.Jobs;
import plaza.lambda.Deployment;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;
import plaza.text.Malformed;

/// Takes in a bookmarks file: it is read and checked whole, its bookmarks are put aside in chunks,
/// and a job saves them; answered at once, with what could not be taken as it stands, line by line.
///
/// With `strict=true` a file with any such problem is refused instead, and nothing of it is saved.
public final class ImportBookmarks
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    /// The largest file. As JSON within an event it must also stay below Lambda's 6 MB.
    public static final int FILE_BYTES_MAX = 5 * 1_024 * 1_024;

    private final Table table;
    private final Clock clock;
    private final Jobs jobs;

    public ImportBookmarks() {
        this(Deployment.table(), Deployment.clock());
    }

    public ImportBookmarks(Table table, Clock clock) {
        this.table = table;
        this.clock = clock;
        this.jobs = new Jobs(table, clock);
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.answer(event, context, this::post);
    }

    private Response post(Request request) {
        var user = request.owner("userId");
        var strict = request.queryOrNull("strict", ImportBookmarks::yes);
        if (!request.mediaType().equals("text/html")) {
            throw Problem.of(
                            Problem.Kind.UNSUPPORTED_MEDIA_TYPE,
                            "The content-type must be text/html.")
                    .refusal();
        }
        var file = request.bytes(FILE_BYTES_MAX);
        var idempotency = Idempotency.of(request, FILE_BYTES_MAX, clock);
        var now = Instant.ofEpochMilli(clock.millis());
        var content = content(file, now);
        if (Boolean.TRUE.equals(strict) && content.problemCount() > 0) {
            throw refused(content);
        }
        var id = ImportId.fresh();
        var begun = ImportRecord.begun(id, content, now);
        var answer =
                Response.accepted(begun.json())
                        .with("location", request.rawPath() + "/imports/" + id);
        var chunks = Bookmarks.chunks(user, id, content.bookmarks(), now);
        table.writeAll(chunks.stream().<Write>map(Write.Put::of).toList());
        var writes = new ArrayList<>(idempotency.remember(answer));
        writes.add(Write.Put.of(begun.item(user)));
        if (!chunks.isEmpty()) {
            writes.add(jobs.start(Bookmarks.importing(user, id, chunks.size())));
        }
        return switch (table.transact(writes)) {
            case Outcome.Done() -> answer;
            case Outcome.Refused refused -> idempotency.again(refused);
        };
    }

    private static BookmarksFile.Content content(byte[] file, Instant now) {
        try {
            return BookmarksFile.read(file, now);
        } catch (Malformed malformed) {
            throw Problem.malformed("body", malformed.rule()).refusal();
        }
    }

    private static plaza.http.Refusal refused(BookmarksFile.Content content) {
        var errors =
                content.problems().stream()
                        .map(p -> new Problem.FieldError("line " + p.line(), p.detail()))
                        .toList();
        return new Problem(
                        Problem.Kind.RULE_BROKEN,
                        "The file has problems, and nothing of it was saved.",
                        errors)
                .refusal();
    }

    private static Boolean yes(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new Malformed("must be true or false");
        };
    }
}
