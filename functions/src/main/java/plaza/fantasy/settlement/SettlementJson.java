package plaza.fantasy.settlement;

import java.util.List;
import java.util.Objects;
import plaza.fantasy.gamer.Gamer;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.gameweek.GameweekState;
import plaza.http.Ids;
import plaza.http.Json;
import plaza.http.Schema;
import plaza.http.Schema.Flag;
import plaza.http.Schema.Text;
import plaza.http.Schema.Whole;
import plaza.http.Shape;
import plaza.id.Gameweek;
import plaza.table.Item;

/// Converts the progress and the preview of a settlement to JSON.
public final class SettlementJson {
    public static final Shape<Progress> SETTLEMENT =
            Shape.<Progress>named("Settlement")
                    .with("gameweek", Ids.GAMEWEEK, progress -> progress.state().gameweek())
                    .with(
                            "status",
                            Text.words("settled", "running", "unsettling"),
                            progress -> status(progress.state()))
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
                    .with("gamerId", Ids.GAMER, each -> each.gamer().id())
                    .with(
                            "points",
                            Whole.ANY,
                            each ->
                                    Objects.requireNonNull(
                                            each.gamer().gameweekPoints().get(each.gameweek())))
                    .with("totalPoints", Whole.ANY, each -> each.gamer().totalPoints());

    public static final Shape<Preview> PREVIEW =
            Shape.<Preview>named("SettlementPreview")
                    .with("gameweek", Ids.GAMEWEEK, Preview::gameweek)
                    .with("preview", Flag.TRUE, _ -> true)
                    .with(
                            "gamers",
                            Schema.Array.of(PREVIEWED_GAMER),
                            preview ->
                                    preview.result().gamers().stream()
                                            .map(gamer ->
                                                    new PreviewedGamer(gamer, preview.gameweek()))
                                            .toList())
                    .with("errors", Whole.COUNT, preview -> preview.result().errors())
                    .optional("next", Ids.GAMER, preview -> preview.result().next());

    private SettlementJson() {}

    /// The progress of a settlement.
    ///
    /// @param isCounted whether every shard has counted its gamers
    record Progress(GameweekState state, Settlements.Counts counts, boolean isCounted) {}

    /// The preview of a settlement.
    record Preview(Gameweek gameweek, SettlementPreview.Result result) {}

    /// A gamer after the settlement of a gameweek.
    private record PreviewedGamer(Gamer gamer, Gameweek gameweek) {}

    /// @param reports the reports of the shards, of any runs
    static Json settlement(GameweekState state, List<Item> reports) {
        var own = Settlements.ofRun(reports, state.run());
        var isCounted = own.size() == GamerItems.ALL_GAMERS_SHARDS;
        return SETTLEMENT.of(new Progress(state, Settlements.counts(own), isCounted));
    }

    static Json preview(Gameweek gameweek, SettlementPreview.Result preview) {
        return PREVIEW.of(new Preview(gameweek, preview));
    }

    private static String status(GameweekState state) {
        if (state.hasSettlement()) {
            return state.isSettled() ? "settled" : "running";
        }
        return "unsettling";
    }
}
