package plaza.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import plaza.context.Declarations;
import plaza.fantasy.id.Gameweek;
import plaza.fantasy.id.LeagueId;
import plaza.fantasy.job.FantasyWork;
import plaza.favorites.id.BulkChangeId;
import plaza.favorites.id.DataId;
import plaza.favorites.id.GenerationId;
import plaza.favorites.id.ImportId;
import plaza.favorites.id.TagId;
import plaza.favorites.job.FavoritesWork;
import plaza.id.UserId;
import plaza.social.id.PostId;
import plaza.social.job.SocialWork;
import plaza.table.Item;
import plaza.table.Key;

/// The items of jobs as they were stored when jobs were lists of texts. A deployment finds jobs
/// that the previous one stored, so neither the keys nor the texts may change.
class StoredWorkTest {
    private static final Instant TIME = Instant.ofEpochMilli(1_769_850_300_123L);
    private static final Instant END = Instant.ofEpochSecond(1_772_442_300);
    private static final UserId ANN = UserId.of("ann");
    private static final UserId BOB = UserId.of("bob");
    private static final PostId POST = PostId.of("01K9QZV5W0H2J4M6P8R0T2V4X6");
    private static final GenerationId GENERATION = GenerationId.of("g1");

    /// A stored job. Spaces separate the ids and the arguments.
    private record Stored(String kind, String ids, String arguments, Work work) {
        Item item() {
            return Item.at(new Key("Job#" + kind + "#" + ids.replace(' ', '#'), "job"))
                    .with("kind", kind)
                    .with("ids", List.of(ids.split(" ")))
                    .with(
                            "arguments",
                            arguments.isEmpty() ? List.of() : List.of(arguments.split(" ")))
                    .with("step", 3)
                    .with("cursor", List.of("a", "b"))
                    .with("ttl", END.getEpochSecond())
                    .build();
        }
    }

    private static final List<Stored> STORED =
            List.of(
                    new Stored(
                            "deliver",
                            "ann 01K9QZV5W0H2J4M6P8R0T2V4X6",
                            "1769850300123",
                            new SocialWork.DeliverPost(ANN, POST, TIME)),
                    new Stored(
                            "deliverrange",
                            "ann 01K9QZV5W0H2J4M6P8R0T2V4X6 bob cat",
                            "1769850300123",
                            new SocialWork.DeliverRange(ANN, POST, BOB, UserId.of("cat"), TIME)),
                    new Stored(
                            "backfill",
                            "bob ann 1769850300123",
                            "",
                            new SocialWork.BackfillAuthor(BOB, ANN, TIME)),
                    new Stored(
                            "withdraw",
                            "ann 01K9QZV5W0H2J4M6P8R0T2V4X6",
                            "",
                            new SocialWork.WithdrawPost(ANN, POST)),
                    new Stored(
                            "erase",
                            "01K9QZV5W0H2J4M6P8R0T2V4X6 deleted",
                            "",
                            new SocialWork.ErasePost(POST, SocialWork.ErasePost.DELETED)),
                    new Stored(
                            "removeentries",
                            "bob ann 000123",
                            "",
                            new SocialWork.RemoveAuthorEntries(BOB, ANN, "000123")),
                    new Stored("standing", "ann 3", "", new SocialWork.CopyStanding(ANN, "3")),
                    new Stored(
                            "untag",
                            "ann d g1",
                            "",
                            new FavoritesWork.UntagFavorite(ANN, DataId.of("d"), GENERATION)),
                    new Stored(
                            "erasetag",
                            "ann t g1",
                            "",
                            new FavoritesWork.EraseTag(ANN, TagId.of("t"), GENERATION, null)),
                    new Stored(
                            "erasetag",
                            "ann t g1",
                            "into",
                            new FavoritesWork.EraseTag(
                                    ANN, TagId.of("t"), GENERATION, TagId.of("into"))),
                    new Stored(
                            "mergetag",
                            "ann t g1",
                            "",
                            new FavoritesWork.MergeTag(ANN, TagId.of("t"), GENERATION)),
                    new Stored(
                            "import",
                            "ann i1",
                            "digest 7 1769850300123",
                            new FavoritesWork.ImportBookmarks(
                                    ANN, ImportId.of("i1"), "digest", 7, TIME)),
                    new Stored(
                            "undoimport",
                            "ann i1",
                            "1769850300123",
                            new FavoritesWork.UndoImport(ANN, ImportId.of("i1"), TIME)),
                    new Stored(
                            "changefavorites",
                            "ann c1",
                            "",
                            new FavoritesWork.ChangeFavorites(ANN, BulkChangeId.of("c1"))),
                    new Stored(
                            "settle",
                            "01 15 2",
                            "",
                            new FantasyWork.SettleGamers(Gameweek.of(1), 15, 2)),
                    new Stored("rankall", "all", "", new FantasyWork.RankLeagues()),
                    new Stored("rank", "pub", "", new FantasyWork.RankLeague(LeagueId.of("pub"))),
                    new Stored(
                            "eraseleague",
                            "pub",
                            "",
                            new FantasyWork.EraseLeague(LeagueId.of("pub"))));

    @Test
    void everyKindOfWorkIsReadFromItsItem() {
        assertThat(STORED)
                .allSatisfy(stored ->
                        assertThat(Job.from(stored.item()))
                                .isEqualTo(
                                        new Job(stored.work().stored(), 3, List.of("a", "b"), 0)));
        assertThat(STORED)
                .allSatisfy(stored ->
                        assertThat(
                                        Declarations.registered()
                                                .contexts()
                                                .workOf(stored.work().stored()))
                                .isEqualTo(stored.work()));
        assertThat(STORED.stream().<Class<?>>map(stored -> stored.work().getClass()).distinct())
                .containsExactlyInAnyOrderElementsOf(
                        Declarations.registered().contexts().kindsOfWork());
    }

    @Test
    void everyKindOfWorkIsWrittenAsItsItem() {
        assertThat(STORED)
                .allSatisfy(stored ->
                        assertThat(Job.from(stored.item()).item(END)).isEqualTo(stored.item()));
    }
}
