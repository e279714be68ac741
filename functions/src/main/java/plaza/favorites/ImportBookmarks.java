package plaza.favorites;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;
import plaza.http.Http;
import plaza.http.Idempotency;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.ImportId;
import plaza.id.UserId;
import plaza.job.Jobs;
import plaza.lambda.Deployment;
import plaza.lambda.Quotas;
import plaza.table.Outcome;
import plaza.table.Table;
import plaza.table.Write;
import plaza.text.Malformed;

/// Imports a bookmarks file: the request reads and checks all of it and writes its bookmarks in
/// chunks, and a job saves them. The response comes at once and reports, line by line, what is not
/// saved exactly as it is.
///
/// A user imports one file at a time and [Quotas#importsPerDayMax] a day; the transaction that
/// begins an import decides both.
///
/// With `strict=true` a file that would lose anything is rejected instead, and nothing of it is
/// saved. Joining exact repetitions loses nothing.
public final class ImportBookmarks
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    /// The largest file. As JSON within an event it must also stay below Lambda's 6 MB.
    public static final int FILE_BYTES_MAX = 5 * 1_024 * 1_024;

    private final Table table;
    private final Clock clock;
    private final Quotas quotas;
    private final QuotaUsage usages;
    private final Jobs jobs;

    public ImportBookmarks() {
        this(Deployment.table(), Deployment.clock(), Deployment.quotas());
    }

    public ImportBookmarks(Table table, Clock clock, Quotas quotas) {
        this.table = table;
        this.clock = clock;
        this.quotas = quotas;
        this.usages = new QuotaUsage(table, clock);
        this.jobs = new Jobs(table, clock);
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        return Http.handle(event, context, this::post);
    }

    private Response post(Request request) {
        var user = request.owner("userId");
        var strict = request.queryOrNull("strict", ImportBookmarks::yes);
        if (!request.mediaType().equals("text/html")) {
            throw Problem.of(
                            Problem.Kind.UNSUPPORTED_MEDIA_TYPE,
                            "The header `Content-Type` must be text/html.")
                    .exception();
        }
        var file = request.bytes(FILE_BYTES_MAX);
        var idempotency = Idempotency.of(request, FILE_BYTES_MAX, clock);
        var earlier = idempotency.storedOrNull(table);
        if (earlier != null) {
            return earlier;
        }
        // before the work; the transaction decides
        var admission = usages.admission(user, quotas.importsPerDayMax());
        if (!(admission instanceof QuotaUsage.Admission.Free)) {
            return refused(admission);
        }
        var now = Instant.ofEpochMilli(clock.millis());
        var content = content(file, now);
        if (Boolean.TRUE.equals(strict) && content.lossCount() > 0) {
            throw refused(content);
        }
        var id = ImportId.fresh();
        var begun = ImportRecord.begun(id, content, now);
        var answer =
                Response.accepted(begun.json())
                        .with("location", request.rawPath() + "/imports/" + id);
        var chunks = ImportJob.chunks(user, id, content.bookmarks(), now);
        table.writeAll(chunks.stream().<Write>map(Write.Put::of).toList());
        var response = begin(user, admission, begun, chunks.size(), idempotency, answer);
        return response != null
                ? response
                : table.optimistically(() ->
                        begin(
                                user,
                                usages.admission(user, quotas.importsPerDayMax()),
                                begun,
                                chunks.size(),
                                idempotency,
                                answer));
    }

    /// @return null if another import of the user began or ended after `admission` was read
    private @Nullable Response begin(
            UserId user,
            QuotaUsage.Admission admission,
            ImportRecord begun,
            int chunks,
            Idempotency idempotency,
            Response answer) {
        if (!(admission instanceof QuotaUsage.Admission.Free free)) {
            return refused(admission);
        }
        var writes = new ArrayList<>(idempotency.store(answer));
        writes.add(Write.Put.of(begun.item(user)));
        writes.add(usages.begin(user, free, chunks == 0 ? null : begun.id()));
        if (chunks > 0) {
            writes.add(jobs.start(ImportJob.importing(user, begun.id(), chunks)));
        }
        return switch (table.transact(writes)) {
            case Outcome.Done() -> answer;
            case Outcome.Refused refused ->
                    refused.failure() == Idempotency.Failure.KEY_ALREADY_USED
                            ? idempotency.replay(refused)
                            : null;
        };
    }

    private Response refused(QuotaUsage.Admission admission) {
        return switch (admission) {
            case QuotaUsage.Admission.Running(var id) ->
                    Response.of(
                            Problem.of(
                                            Problem.Kind.CONFLICT,
                                            "Another import of yours is running. Send this file again when it is done.")
                                    .with("importId", id.value()));
            case QuotaUsage.Admission.DayFull(var until) ->
                    Response.of(
                                    Problem.of(
                                            Problem.Kind.TOO_MANY_REQUESTS,
                                            "You have imported %d files today. Send this file again tomorrow (UTC)."
                                                    .formatted(quotas.importsPerDayMax())))
                            .with(
                                    "retry-after",
                                    Long.toString(
                                            Duration.between(clock.instant(), until).toSeconds()
                                                    + 1));
            case QuotaUsage.Admission.Free _ -> throw new IllegalStateException("it may begin");
        };
    }

    private static BookmarksFile.Content content(byte[] file, Instant now) {
        try {
            return BookmarksFile.read(file, now);
        } catch (Malformed malformed) {
            throw Problem.malformed("body", malformed.about("The body")).exception();
        }
    }

    private static plaza.http.ProblemException refused(BookmarksFile.Content content) {
        var errors =
                content.problems().stream()
                        .filter(problem -> problem.code().isLoss())
                        .map(problem ->
                                new Problem.FieldError(
                                        "line " + problem.line(),
                                        problem.detail(),
                                        problem.code().wireName()))
                        .toList();
        return new Problem(
                        Problem.Kind.RULE_BROKEN,
                        "The file has bookmarks that cannot be saved exactly as they are. Nothing of it was saved. Correct the lines listed, or send the file without strict=true.",
                        errors)
                .exception();
    }

    private static Boolean yes(String text) {
        return switch (text) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new Malformed("must be true or false");
        };
    }
}
