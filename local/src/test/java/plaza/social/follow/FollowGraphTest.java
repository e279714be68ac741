package plaza.social.follow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import plaza.testkit.SharedData;
import plaza.testkit.TestBed;
import plaza.testkit.Threads;

/// Loads a real follow graph with FollowUser. `verify` uses its first 200 edges, `-Pdeep` all.
class FollowGraphTest {
    private static final int EDGES_IN_VERIFY = 200;

    /// An edge of the graph. In the file, `trg` follows `src`.
    private record Edge(String follower, String followee) {}

    @Test
    void countsEqualTheDegreesOfTheGraphAndReloadingChangesNothing() throws IOException {
        var edges = edges();
        var accounts = new TreeSet<String>();
        var followers = new TreeMap<String, Integer>();
        var following = new TreeMap<String, Integer>();
        for (var edge : edges) {
            accounts.add(edge.follower());
            accounts.add(edge.followee());
            followers.merge(edge.followee(), 1, Integer::sum);
            following.merge(edge.follower(), 1, Integer::sum);
        }
        try (var bed = new TestBed()) {
            Threads.call(
                    4,
                    accounts.stream()
                            .<Supplier<Integer>>map(account ->
                                    () -> {
                                        bed.user(account);
                                        return 201;
                                    })
                            .toList());
            assertThat(Threads.call(4, edges.stream().map(edge -> follow(bed, edge)).toList()))
                    .containsOnly(201);
            assertDegrees(bed, accounts, followers, following);
            assertThat(Threads.call(4, edges.stream().map(edge -> follow(bed, edge)).toList()))
                    .containsOnly(200);
            assertDegrees(bed, accounts, followers, following);
        }
    }

    private static Supplier<Integer> follow(TestBed bed, Edge edge) {
        return () ->
                bed.as(edge.follower())
                        .at("userId", edge.follower())
                        .at("followeeId", edge.followee())
                        .send("FollowUser")
                        .status();
    }

    private static void assertDegrees(
            TestBed bed,
            Iterable<String> accounts,
            Map<String, Integer> followers,
            Map<String, Integer> following) {
        for (var account : accounts) {
            var info = bed.as(account).at("userId", account).send("GetUserInfoByUserId").json();
            assertThat(info.path("followerCount").asInt())
                    .as("followers of %s", account)
                    .isEqualTo(followers.getOrDefault(account, 0));
            assertThat(info.path("followingCount").asInt())
                    .as("followees of %s", account)
                    .isEqualTo(following.getOrDefault(account, 0));
        }
    }

    private static List<Edge> edges() throws IOException {
        var lines = Files.readAllLines(SharedData.file("follow_edges_small.csv"));
        var edges = new ArrayList<Edge>();
        for (var line : lines.subList(1, lines.size())) {
            var comma = line.indexOf(',');
            edges.add(new Edge("a" + line.substring(comma + 1), "a" + line.substring(0, comma)));
        }
        var distinct =
                edges.stream().distinct().filter(e -> !e.follower().equals(e.followee())).toList();
        return SharedData.isDeep()
                ? distinct
                : distinct.subList(0, Math.min(EDGES_IN_VERIFY, distinct.size()));
    }
}
