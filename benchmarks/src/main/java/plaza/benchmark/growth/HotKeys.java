package plaza.benchmark.growth;

import static plaza.benchmark.report.Samples.number;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import plaza.benchmark.report.Benchmark;
import plaza.benchmark.report.Effort;
import plaza.benchmark.report.MarkdownTable;
import plaza.benchmark.report.Section;
import plaza.fantasy.gameweek.DeadlineRush;
import plaza.simulation.rush.FollowRush;
import plaza.simulation.rush.ReplyRush;
import plaza.simulation.rush.Rush;
import plaza.social.user.FollowerCount;

/// Calculates how many requests for the same items succeed, in virtual time: follows of one author,
/// replies to one post, and team sheets before a deadline.
public final class HotKeys implements Benchmark {
    private static final int SEEDS = 5;
    private static final int FOLLOWS_PER_SECOND = 300;
    private static final double TRANSACTIONS_PER_FOLLOW_MAX = 1.2;
    private static final List<Integer> REPLIES_PER_SECOND = List.of(30, 60, 100);
    private static final int SHEETS_PER_SECOND = 5_000;
    private static final Set<Integer> CREATED = Set.of(201);
    private static final Set<Integer> CREATED_OR_TOO_LATE = Set.of(201, 422);

    @Override
    public String name() {
        return "hot-keys";
    }

    @Override
    public Section run(Effort effort) {
        var time = effort == Effort.SMOKE ? Duration.ofMillis(100) : Duration.ofSeconds(1);
        var follows = follows(Section.titled("Hot keys"), time.multipliedBy(2));
        return sheets(replies(follows, time), time);
    }

    private static Section follows(Section section, Duration time) {
        var half = FollowerCount.PARTS / 2;
        var table = headers("%d follows per second of one author".formatted(FOLLOWS_PER_SECOND));
        table = row(table, "one number", follows(1, time, FollowRush::neverDivided));
        table =
                row(
                        table,
                        half + " parts",
                        follows(1, time, rush -> rush.divided().withParts(half)));
        table = row(table, "divided meanwhile", follows(1, time, UnaryOperator.identity()));
        var worst = 0.0;
        var allAccepted = true;
        for (var seed = 1; seed <= SEEDS; seed++) {
            var rush = follows(seed, time, FollowRush::divided);
            table = row(table, "%d parts, seed %d".formatted(FollowerCount.PARTS, seed), rush);
            worst = Math.max(worst, rush.transactionsPerRequest());
            allAccepted &= rush.statuses().keySet().equals(CREATED);
        }
        return section.prose(
                        "Requests of virtual callers for %s s, on a table that accepts 1,000 WRU and 3,000 RRU per second and partition key, and on which a transaction holds its items for 15 ms. Any other transaction with one of them is cancelled, and repeated with the pauses of production."
                                .formatted(number(time.toMillis() / 1e3, 1)))
                .table(table)
                .goal(
                        "%d follows per second of one author at ≤ %s transactions per follow, without 503"
                                .formatted(FOLLOWS_PER_SECOND, TRANSACTIONS_PER_FOLLOW_MAX),
                        number(worst, 2) + (allAccepted ? "" : ", with 503"),
                        allAccepted && worst <= TRANSACTIONS_PER_FOLLOW_MAX,
                        "the worst of %d seeds, once the number of followers is divided"
                                .formatted(SEEDS));
    }

    private static FollowRush follows(int seed, Duration time, UnaryOperator<FollowRush> prepared) {
        var rush = prepared.apply(new FollowRush(seed));
        rush.follows(FOLLOWS_PER_SECOND, Duration.ZERO, time).run();
        if (rush.counted() != rush.listed()) {
            throw new IllegalStateException("the number of followers is wrong");
        }
        return rush;
    }

    /// Replies for ten times as long as sheets, and as many of them at once as callers repeat.
    private static Section replies(Section section, Duration time) {
        var longer = time.multipliedBy(10);
        var table =
                headers(
                        "replies to one post for %s s"
                                .formatted(number(longer.toMillis() / 1e3, 1)));
        for (var perSecond : REPLIES_PER_SECOND) {
            var count = (int) (perSecond * longer.toMillis() / 1_000);
            table =
                    row(
                            table,
                            perSecond + " per second",
                            replies(new ReplyRush(1).replies(count, longer, false)));
        }
        var atOnce = (int) time.toMillis();
        return section.table(
                row(
                        table,
                        "%,d within %s s, repeated after `Retry-After`"
                                .formatted(atOnce, number(time.toMillis() / 1e3, 1)),
                        replies(new ReplyRush(1).replies(atOnce, time, true))));
    }

    private static ReplyRush replies(ReplyRush rush) {
        if (rush.run().counted() != rush.listed()) {
            throw new IllegalStateException("the number of replies is wrong");
        }
        return rush;
    }

    private static Section sheets(Section section, Duration time) {
        var still = deadline(1).sheets(SHEETS_PER_SECOND, Duration.ZERO, time).run();
        var moving =
                deadline(1)
                        .sheets(SHEETS_PER_SECOND, Duration.ZERO, time)
                        .moveAt(time.dividedBy(2), DeadlineRush.HOUR.multipliedBy(2))
                        .moveAt(time.multipliedBy(3), DeadlineRush.PAST)
                        .sheets(SHEETS_PER_SECOND, time.multipliedBy(3), time.multipliedBy(4))
                        .run();
        var table = headers("%,d team sheets per second".formatted(SHEETS_PER_SECOND));
        table = row(table, DeadlineRush.COPIES + " copies", still);
        table = row(table, "the deadline moves twice", moving);
        var met =
                still.sheetStatuses().keySet().equals(CREATED)
                        && moving.sheetStatuses().keySet().equals(CREATED_OR_TOO_LATE)
                        && still.late() + moving.late() == 0;
        return section.table(table)
                .goal(
                        "%,d team sheets per second before a deadline, none late, also while it moves"
                                .formatted(SHEETS_PER_SECOND),
                        "%d late".formatted(still.late() + moving.late()),
                        met,
                        "%s transactions per sheet; no 503"
                                .formatted(number(still.transactionsPerSheet(), 2)));
    }

    private static DeadlineRush deadline(int seed) {
        return new DeadlineRush(seed, DeadlineRush.WrongMove.NONE).withGameweek();
    }

    private static MarkdownTable headers(String load) {
        return MarkdownTable.of(
                load, "responses by status", "transactions per request", "slowest, s");
    }

    private static MarkdownTable row(MarkdownTable table, String load, Rush rush) {
        return table.row(
                load,
                rush.statuses(),
                number(rush.transactionsPerRequest(), 2),
                number(rush.longest().toMillis() / 1e3, 2));
    }

    private static MarkdownTable row(MarkdownTable table, String design, DeadlineRush rush) {
        return table.row(
                design,
                rush.sheetStatuses(),
                number(rush.transactionsPerSheet(), 2),
                number(rush.longest().toMillis() / 1e3, 2));
    }
}
