package plaza.fantasy.settlement;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.fantasy.gamer.Gamer;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.gameweek.GameweekState;
import plaza.fantasy.id.FantasyIds;
import plaza.fantasy.id.Gameweek;
import plaza.http.Json;
import plaza.http.Schema;
import plaza.http.Schema.Flag;
import plaza.http.Schema.Text;
import plaza.http.Schema.Whole;
import plaza.http.Shape;
import plaza.table.Item;

/// Converts the progress and the preview of a settlement to JSON.
public final class SettlementJson {
    private static final Text<String> STATUS = Text.words("settled", "running", "unsettling");

    public static final Shape<Progress> SETTLEMENT =
            Shape.<Progress>named("Settlement")
                    .with("gameweek", FantasyIds.GAMEWEEK, progress -> progress.state().gameweek())
                    .with("status", STATUS, progress -> status(progress.state()))
                    .with("run", Whole.COUNT, progress -> progress.state().run())
                    .optional(
                            "startedAt",
                            Text.TIME,
                            progress ->
                                    progress.state().startedAt() == null
                                            ? progress.state().unsettleStartedAt()
                                            : progress.state().startedAt())
                    .optional(
                            "settledAt",
                            Text.TIME,
                            progress ->
                                    progress.state().isSettled()
                                            ? progress.state().settledAt()
                                            : null)
                    .with("gamersDone", Whole.COUNT, progress -> progress.counts().done())
                    .optional(
                            "gamers",
                            Whole.COUNT,
                            progress -> progress.isCounted() ? progress.counts().gamers() : null)
                    .with("errors", Whole.COUNT, progress -> progress.counts().errors());

    private static final Shape<PreviewedGamer> PREVIEWED_GAMER =
            Shape.<PreviewedGamer>named("PreviewedGamer")
                    .with("gamerId", FantasyIds.GAMER, each -> each.gamer().id())
                    .with(
                            "points",
                            Whole.ANY,
                            each ->
                                    Objects.requireNonNull(
                                            each.gamer().gameweekPoints().get(each.gameweek())))
                    .with("totalPoints", Whole.ANY, each -> each.gamer().totalPoints());

    /// What SettleGameweek returns: the progress of the run that has begun, or a preview. It is one
    /// shape, because generated clients have one type for all successes of an operation.
    public static final Shape<Begun> BEGUN =
            Shape.<Begun>named("BegunSettlement")
                    .with("gameweek", FantasyIds.GAMEWEEK, Begun::gameweek)
                    .optional("status", STATUS, begun -> ofRun(begun, run -> status(run.state())))
                    .optional("run", Whole.COUNT, begun -> ofRun(begun, run -> run.state().run()))
                    .optional(
                            "startedAt",
                            Text.TIME,
                            begun -> ofRun(begun, run -> run.state().startedAt()))
                    .optional(
                            "gamersDone",
                            Whole.COUNT,
                            begun -> ofRun(begun, run -> run.counts().done()))
                    .optional("preview", Flag.TRUE, begun -> ofPreview(begun, _ -> true))
                    .optional(
                            "points",
                            Schema.Array.of(PREVIEWED_GAMER),
                            begun ->
                                    ofPreview(
                                            begun,
                                            result ->
                                                    result.gamers().stream()
                                                            .map(gamer ->
                                                                    new PreviewedGamer(
                                                                            gamer,
                                                                            begun.gameweek()))
                                                            .toList()))
                    .with(
                            "errors",
                            Whole.COUNT,
                            begun ->
                                    begun.run() == null
                                            ? Objects.requireNonNull(begun.preview()).errors()
                                            : begun.run().counts().errors())
                    .optional(
                            "next",
                            FantasyIds.GAMER,
                            begun -> ofPreview(begun, result -> result.next()));

    private SettlementJson() {}

    /// The progress of a settlement.
    ///
    /// @param isCounted whether every shard has counted its gamers
    record Progress(GameweekState state, Settlements.Counts counts, boolean isCounted) {}

    /// A run, or a preview: the other one is null.
    record Begun(
            Gameweek gameweek,
            @Nullable Progress run,
            SettlementPreview.@Nullable Result preview) {}

    private static <T> @Nullable T ofRun(Begun begun, Function<Progress, @Nullable T> value) {
        return begun.run() == null ? null : value.apply(begun.run());
    }

    private static <T> @Nullable T ofPreview(
            Begun begun, Function<SettlementPreview.Result, @Nullable T> value) {
        return begun.preview() == null ? null : value.apply(begun.preview());
    }

    /// A gamer after the settlement of a gameweek.
    private record PreviewedGamer(Gamer gamer, Gameweek gameweek) {}

    /// @param reports the reports of the shards, of any runs
    static Json settlement(GameweekState state, List<Item> reports) {
        var own = Settlements.ofRun(reports, state.run());
        var isCounted = own.size() == GamerItems.ALL_GAMERS_SHARDS;
        return SETTLEMENT.of(new Progress(state, Settlements.counts(own), isCounted));
    }

    static Json preview(Gameweek gameweek, SettlementPreview.Result preview) {
        return BEGUN.of(new Begun(gameweek, null, preview));
    }

    /// A run that begins: no shard has reported.
    static Json begun(GameweekState state) {
        var run = new Progress(state, Settlements.Counts.NONE, false);
        return BEGUN.of(new Begun(state.gameweek(), run, null));
    }

    private static String status(GameweekState state) {
        if (state.hasSettlement()) {
            return state.isSettled() ? "settled" : "running";
        }
        return "unsettling";
    }
}
