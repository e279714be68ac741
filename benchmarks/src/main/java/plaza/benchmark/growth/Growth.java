package plaza.benchmark.growth;

import static plaza.benchmark.report.Samples.number;

import java.util.List;
import plaza.benchmark.report.Benchmark;
import plaza.benchmark.report.Effort;
import plaza.benchmark.report.MarkdownTable;
import plaza.benchmark.report.Section;
import plaza.fantasy.gamer.GamerItems;
import plaza.fantasy.gameweek.GameweekCopies;
import plaza.fantasy.key.FantasyKeys;
import plaza.fantasy.standings.Rankings;
import plaza.favorites.key.FavoritesKeys;
import plaza.social.key.SocialKeys;
import plaza.social.user.FollowerCount;
import plaza.table.Item;
import plaza.table.ItemKind;
import plaza.tally.ExactlyOnceCounter;
import plaza.testkit.TestBed;
import plaza.testkit.cost.CostCases;
import plaza.units.Units;

/// Calculates at which rate each partition key reaches a limit, with the effect and the remedy.
///
/// A partition accepts 1,000 write units and 3,000 read units per second (AWS, "Best practices for
/// designing and using partition keys effectively"). Because the table has local secondary indexes,
/// an item collection is never split across partitions and holds at most 10 GB (AWS, "Local
/// secondary indexes", item collection size limit).
public final class Growth implements Benchmark {
    static final double WRITE_UNITS_PER_SECOND = 1_000;
    static final double READ_UNITS_PER_SECOND = 3_000;
    static final double COLLECTION_BYTES_MAX = 10e9;

    /// One load on one partition key.
    ///
    /// @param load the operation that is repeated
    /// @param writeUnits the units that one operation writes to the key
    /// @param readUnits the units that one operation reads from the key
    /// @param bytes the bytes that one operation adds to the item collection, or 0
    /// @param effect the effect of reaching the limit
    /// @param remedy how the limit can be raised, and whether that is built
    record Limit(
            String key,
            String load,
            double writeUnits,
            double readUnits,
            int bytes,
            String effect,
            String remedy) {
        /// Returns how many operations per second the key accepts.
        double perSecond() {
            var byWrites = writeUnits == 0 ? Double.MAX_VALUE : WRITE_UNITS_PER_SECOND / writeUnits;
            var byReads = readUnits == 0 ? Double.MAX_VALUE : READ_UNITS_PER_SECOND / readUnits;
            return Math.min(byWrites, byReads);
        }

        /// Returns how many operations, in millions, fill an item collection; empty if none does.
        String untilFull() {
            return bytes == 0 ? "" : number(COLLECTION_BYTES_MAX / bytes / 1e6, 0) + " M";
        }
    }

    @Override
    public String name() {
        return "growth";
    }

    @Override
    public Section run(Effort effort) {
        var table =
                MarkdownTable.of(
                        "partition key",
                        "load",
                        "WRU",
                        "RRU",
                        "limit per second",
                        "bytes",
                        "until 10 GB",
                        "effect",
                        "remedy");
        var limits = limits();
        for (var limit : limits) {
            table =
                    table.row(
                            "`" + limit.key() + "`",
                            limit.load(),
                            number(limit.writeUnits(), 2),
                            number(limit.readUnits(), 2),
                            number(limit.perSecond(), 0),
                            limit.bytes() == 0 ? "" : limit.bytes(),
                            limit.untilFull(),
                            limit.effect(),
                            limit.remedy());
        }
        return Section.titled("Which limit is reached first")
                .summary(
                        "One post accepts %s likes a second, one author %s follows; a table lists which limit is reached at what rate."
                                .formatted(
                                        number(limits.getFirst().perSecond(), 0),
                                        number(follows().perSecond(), 0)))
                .table(table);
    }

    private static Limit follows() {
        return new Limit(
                "u#x#follower",
                "follows of one author",
                2,
                0,
                Sizes.EDGE,
                "callers receive 503 and repeat",
                "shards of the list, read one after the other; not built");
    }

    static List<Limit> limits() {
        var membership = sizeOf("GetLeagueStandings", FantasyKeys.MEMBERSHIP);
        var favorite = sizeOf("ListFavorites", FavoritesKeys.FAVORITE);
        var tag = sizeOf("ListTags", FavoritesKeys.TAG);
        var batch = ExactlyOnceCounter.EDGES_MAX;
        return List.of(
                new Limit(
                        "p#x#likelist",
                        "likes of one post",
                        1,
                        0,
                        Sizes.LIKE,
                        "callers receive 503 and repeat",
                        "shards by user; not built"),
                new Limit(
                        "p#x#likeledger",
                        "likes counted of one post",
                        2,
                        1,
                        Sizes.LEDGER_ROW,
                        "counts come late, and catch up within a day",
                        "shards by user: a like's row is found by its key; not built"),
                new Limit(
                        "p#x#likecount",
                        "likes counted, %d in a transaction".formatted(batch),
                        2.0 / batch,
                        0,
                        0,
                        "the ledger's limit is lower",
                        "nothing needed"),
                new Limit(
                        "p#x#likecount",
                        "likes counted, each alone",
                        2,
                        0,
                        0,
                        "none: batches grow",
                        "the mapping's window and batch of 1,000; built"),
                new Limit(
                        "p#x#likecount",
                        "likes, each checking that the post exists",
                        0,
                        0.5,
                        0,
                        "the list's limit is lower",
                        "nothing needed"),
                follows(),
                new Limit(
                        "u#x (counts)",
                        "follows of one author",
                        2,
                        0.5,
                        0,
                        "conflicts come first: 1.1 transactions per follow at 300 per second",
                        "%d parts of the number as soon as follows conflict; built"
                                .formatted(FollowerCount.PARTS)),
                new Limit(
                        "u#x#post",
                        "timeline pages that show posts of the author",
                        0,
                        0.5,
                        Sizes.POST,
                        "pages get 503; a celebrity's followers all at once",
                        "N copies of the posts of large authors, read at random; not built"),
                new Limit(
                        "u#x#timeline",
                        "posts to one reader",
                        1,
                        0,
                        Sizes.ENTRY,
                        "fan-out to this reader slows down",
                        "nothing needed: entries end after 30 days"),
                new Limit(
                        "u#x",
                        "readers of one profile",
                        0,
                        0.5,
                        0,
                        "503",
                        "a cache of seconds; not built"),
                new Limit(
                        "FavoriteData#x",
                        "clips of one user, with the copy in lsiOne",
                        2,
                        0,
                        2 * favorite,
                        "503 to that user",
                        "nothing needed: one person's collection"),
                new Limit(
                        "FavoriteData#x",
                        "bookmarks with tags imported by one user",
                        4,
                        0,
                        2 * favorite,
                        "the import slows down: ten thousand take %s s"
                                .formatted(number(10_000 * 4 / WRITE_UNITS_PER_SECOND, 0)),
                        "nothing needed"),
                new Limit(
                        "Tag#x",
                        "tags made by one user, with 3 copies",
                        8,
                        0,
                        4 * tag,
                        "503 to that user",
                        "nothing needed"),
                new Limit(
                        "GameweekCopy#nn#c",
                        "team sheets of all gamers, each checking one of %d copies"
                                .formatted(GameweekCopies.Limits.STANDARD.copies()),
                        2.0 / GameweekCopies.Limits.STANDARD.copies(),
                        1.0 / GameweekCopies.Limits.STANDARD.copies(),
                        0,
                        "conflicts come first: 1.4 transactions per sheet at 5,000 per second",
                        "more copies; built with %d"
                                .formatted(GameweekCopies.Limits.STANDARD.copies())),
                new Limit(
                        "Footballer#x",
                        "team sheets with this footballer",
                        0,
                        0.5,
                        0,
                        "503 for sheets with this footballer",
                        "copies as above; not built"),
                new Limit(
                        "League#x in gsiTwo",
                        "members settled of a league in one shard",
                        2,
                        0,
                        membership,
                        "%s members take %s s"
                                .formatted(
                                        number(Rankings.Limits.STANDARD.dividedAbove(), 0),
                                        number(
                                                2
                                                        * Rankings.Limits.STANDARD.dividedAbove()
                                                        / WRITE_UNITS_PER_SECOND,
                                                0)),
                        "%d shards from there on; built".formatted(Rankings.SHARDS)),
                new Limit(
                        "League#x#s in gsiTwo",
                        "members settled of a divided league",
                        2.0 / Rankings.SHARDS,
                        0,
                        0,
                        "10⁶ members take %s s"
                                .formatted(
                                        number(2e6 / Rankings.SHARDS / WRITE_UNITS_PER_SECOND, 0)),
                        "more shards"),
                new Limit(
                        "NameWord#x",
                        "new names with the same first letter",
                        2,
                        0,
                        sizeOf("GetUsersByIds", SocialKeys.NAME_WORD),
                        "503 to users who change their name",
                        "shards by two letters; not built"),
                new Limit(
                        "AllGamers#s",
                        "new gamers, over %d shards".formatted(GamerItems.ALL_GAMERS_SHARDS),
                        2.0 / GamerItems.ALL_GAMERS_SHARDS,
                        0,
                        0,
                        "503 to new gamers",
                        "more shards; built with %d".formatted(GamerItems.ALL_GAMERS_SHARDS)));
    }

    /// Returns the size of the largest item of a kind after the cost case of a function.
    private static int sizeOf(String function, ItemKind kind) {
        try (var bed = new TestBed()) {
            var _ = CostCases.call(function).on(bed);
            return bed.everything().values().stream()
                    .filter(item -> kind.is(item.key()))
                    .map(Item::attributes)
                    .mapToInt(Units::size)
                    .max()
                    .orElseThrow();
        }
    }
}
