package plaza.favorites.bookmarks;

import java.time.Instant;
import java.util.ArrayList;
import plaza.favorites.id.ImportId;
import plaza.favorites.quota.QuotaUsage;
import plaza.favorites.quota.Quotas;
import plaza.http.Idempotency;
import plaza.http.Parameter;
import plaza.http.Problem;
import plaza.http.ProblemException;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.job.Jobs;
import plaza.lambda.ApiFunction;
import plaza.lambda.Deployment;
import plaza.lambda.Services;
import plaza.table.Attempt;
import plaza.table.Transaction;
import plaza.table.Write;
import plaza.text.Malformed;

/// Imports a bookmarks file. The request parses and checks the whole file, writes its bookmarks in
/// chunks, and starts a job that saves them. The response reports, by line, what the import does
/// not save unchanged.
///
/// A user can import one file at a time and [Quotas#importsPerDayMax] files per day. The
/// transaction that begins an import enforces both limits. A file that is refused counts as well,
/// since reading it is most of the work.
///
/// With `strict=true`, a file that would lose data is rejected and nothing is saved. Joining exact
/// duplicates loses no data.
public final class ImportBookmarks extends ApiFunction {
    /// The largest file, without its icons. The event that contains the whole file as JSON must
    /// also stay below Lambda's 6 MB.
    public static final int FILE_BYTES_MAX = 5 * 1_024 * 1_024;

    /// The largest body that API Gateway accepts.
    private static final int BODY_BYTES_MAX = 10 * 1_024 * 1_024;

    public static final Parameter<Boolean> STRICT =
            Parameter.flag("strict", "Whether a file that would lose data is rejected.");

    public static final Parameter<Boolean> FLAG_TAGS =
            Parameter.flag(
                    "flagTags",
                    "Whether bookmarks with the flags `PRIVATE` and `TOREAD` get the tags `private`"
                            + " and `toread`.");

    private final Quotas quotas;
    private final QuotaUsage quotaUsage;
    private final Jobs jobs;

    public ImportBookmarks() {
        this(Services.deployed(), Quotas.from(Deployment.environment()));
    }

    public ImportBookmarks(Services services, Quotas quotas) {
        super(services);
        this.quotas = quotas;
        quotaUsage = new QuotaUsage(table, clock);
        jobs = new Jobs(table, clock);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var isStrict = request.query(STRICT);
        var isFlagTag = request.query(FLAG_TAGS);
        request.requireMediaType("text/html");
        var file = request.bytes(BODY_BYTES_MAX);
        var idempotency = Idempotency.of(request, BODY_BYTES_MAX, clock);
        var earlier = idempotency.storedOrNull(table);
        if (earlier != null) {
            return earlier;
        }
        // Checks early to avoid the work; the transaction makes the final decision.
        var admission = admission(user);
        if (!(admission instanceof QuotaUsage.Lease.Free)) {
            return ImportProblems.notAdmitted(admission, quotas, clock.instant());
        }
        var now = Instant.ofEpochMilli(clock.millis());
        BookmarksFile.Content content;
        try {
            content = content(file, now, isStrict, isFlagTag);
        } catch (ProblemException refused) {
            quotaUsage.countRefused(user);
            throw refused;
        }
        var id = ImportId.fresh();
        var chunks = ImportChunks.of(user, content.bookmarks(), content.folders(), now);
        var state = chunks.count() == 0 ? ImportRecord.State.DONE : ImportRecord.State.RUNNING;
        var started = ImportRecord.started(id, state, content, now);
        var accepted =
                Response.accepted(started.json())
                        .with("location", request.rawPath() + "/imports/" + id);
        chunks.write(table);
        return table.optimistically(
                () -> begin(user, admission, started, chunks, idempotency, accepted),
                () -> begin(user, admission(user), started, chunks, idempotency, accepted));
    }

    private QuotaUsage.Admission admission(UserId user) {
        return quotaUsage.admission(user, quotas.importsPerDayMax());
    }

    private Attempt<Response> begin(
            UserId user,
            QuotaUsage.Admission admission,
            ImportRecord started,
            ImportChunks chunks,
            Idempotency idempotency,
            Response accepted) {
        if (!(admission instanceof QuotaUsage.Lease.Free free)) {
            return Attempt.done(ImportProblems.notAdmitted(admission, quotas, clock.instant()));
        }
        var writes = new ArrayList<Write>();
        writes.add(Write.Put.of(started.item(user)));
        writes.add(Write.Put.of(started.listed(user)));
        writes.add(quotaUsage.begin(user, free, chunks.count() == 0 ? null : started.id()));
        if (chunks.count() > 0) {
            writes.add(jobs.start(chunks.importing(started.id())));
        }
        return idempotency.transact(
                table, accepted, Transaction.of(writes), _ -> Attempt.tryAgain());
    }

    /// @throws ProblemException if the file is refused
    private static BookmarksFile.Content content(
            byte[] file, Instant now, boolean isStrict, boolean isFlagTag) {
        try {
            var content = BookmarksFile.read(file, now, isFlagTag);
            ImportProblems.requireAccepted(content, file.length, isStrict);
            return content;
        } catch (Malformed malformed) {
            throw Problem.malformed("body", malformed.about("The body")).exception();
        }
    }
}
