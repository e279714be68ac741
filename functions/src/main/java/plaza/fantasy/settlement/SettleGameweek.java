package plaza.fantasy.settlement;

import static plaza.table.Condition.exists;

import org.jspecify.annotations.Nullable;
import plaza.fantasy.gameweek.GameweekCopies;
import plaza.fantasy.gameweek.GameweekItems;
import plaza.fantasy.gameweek.GameweekProblems;
import plaza.fantasy.id.FantasyIds;
import plaza.fantasy.id.GamerId;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.sheet.Rules;
import plaza.fantasy.sheet.SeasonRules;
import plaza.http.Field;
import plaza.http.Idempotency;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.job.Jobs;
import plaza.lambda.ApiFunction;
import plaza.lambda.Deployment;
import plaza.lambda.Services;
import plaza.table.Attempt;
import plaza.table.Transaction;

/// Starts a settlement of a gameweek, which stream functions perform ([Settlements]).
///
/// It can be repeated at any time after the deadline, for example after a correction. The new run
/// starts with the first gamer and replaces a run in progress. Until [UnsettleGameweek] removes the
/// settlement, the gameweek accepts no team sheets, and its deadline cannot move into the future.
///
/// A preview returns what a settlement would write now, also before the deadline. It writes
/// nothing, and no Idempotency-Key either: a repeated preview computes again.
public final class SettleGameweek extends ApiFunction {
    public static final Field<Boolean> PREVIEW = Field.flag("preview").optional();
    public static final Field<GamerId> AFTER = Field.text("after", FantasyIds.GAMER).optional();

    private final Jobs jobs;
    private final SettlementPreview preview;
    private final GameweekCopies copies;

    public SettleGameweek() {
        this(
                Services.deployed(),
                SeasonRules.from(Deployment.environment()),
                GameweekCopies.Limits.STANDARD);
    }

    public SettleGameweek(Services services, Rules rules, GameweekCopies.Limits limits) {
        super(services);
        jobs = new Jobs(table, clock);
        preview = new SettlementPreview(table, rules);
        copies = new GameweekCopies(table, clock, limits);
    }

    @Override
    protected Response handle(Request request) {
        request.requireAdmin();
        var gameweek = request.path("gameweek", Gameweek::parse);
        var body = request.bodyOrEmpty(PREVIEW, AFTER);
        var after = body.getOrNull(AFTER);
        if (Boolean.TRUE.equals(body.getOrNull(PREVIEW))) {
            return preview(gameweek, after);
        }
        if (after != null) {
            throw Problem.malformed("after", "The field `after` requires `\"preview\":true`.")
                    .exception();
        }
        var idempotency = Idempotency.of(request, Request.BODY_BYTES_MAX, clock);
        return table.optimistically(() -> begin(gameweek, idempotency, request.rawPath()));
    }

    private Response preview(Gameweek gameweek, @Nullable GamerId after) {
        var item = GameweekProblems.requireGameweek(table.get(FantasyKeys.GAMEWEEK.key(gameweek)));
        var settling = GameweekItems.gameweek(item).settling(clock.instant());
        return Response.ok(SettlementJson.preview(gameweek, preview.after(after, settling)));
    }

    private Attempt<Response> begin(Gameweek gameweek, Idempotency idempotency, String path) {
        var item =
                GameweekProblems.requireGameweek(
                        table.getConsistent(FantasyKeys.GAMEWEEK.key(gameweek)));
        var now = clock.instant();
        var found = GameweekItems.gameweek(item);
        var isFirst = !found.hasSettlement() && !now.isBefore(found.deadline());
        var unmoved = isFirst ? copies.remove(gameweek, exists()) : item;
        if (unmoved == null) {
            return Attempt.tryAgain();
        }
        var state = found.settling(now);
        var response = Response.accepted(SettlementJson.begun(state)).with("location", path);
        var begin =
                GameweekItems.run(state)
                        .onlyIf(
                                GameweekItems.isNextRun(state)
                                        .and(GameweekCopies.noMoveSince(unmoved))
                                        .and(GameweekItems.isPastDeadline(now)));
        return idempotency.transact(
                table,
                response,
                Transaction.of(Settlements.begin(begin, state, jobs)),
                refused -> {
                    var current = refused.found();
                    if (current != null
                            && now.isBefore(GameweekItems.gameweek(current).deadline())) {
                        throw Problem.conflict(
                                        "gameweek",
                                        "The deadline of this gameweek has not passed. Settle the"
                                                + " gameweek after its deadline, or send"
                                                + " `\"preview\":true`.")
                                .exception();
                    }
                    return Attempt.tryAgain();
                });
    }
}
