package plaza.benchmark.growth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;

/// Who follows whom.
///
/// @param followees of each user, by number
/// @param edges how many follows there are
record FollowGraph(String name, List<int[]> followees, int edges) {
    /// Lines `src,trg` after a heading: the first follows the second.
    static FollowGraph read(Path csv) throws IOException {
        var edges = new HashSet<List<Integer>>();
        var lines = Files.readAllLines(csv);
        for (var line : lines.subList(1, lines.size())) {
            var ends = line.split(",", -1);
            edges.add(List.of(Integer.parseInt(ends[0]), Integer.parseInt(ends[1])));
        }
        return of(csv.getFileName().toString(), edges);
    }

    /// Users who follow about `mean` others each, chosen so that the n-th of all has a share of the
    /// followers in proportion to 1/n: a few have most of them.
    static FollowGraph skewed(int users, int mean, long seed) {
        var random = new SplittableRandom(seed);
        var share = new double[users];
        var sum = 0.0;
        for (var user = 0; user < users; user++) {
            sum += 1.0 / (user + 1);
            share[user] = sum;
        }
        var edges = new HashSet<List<Integer>>();
        for (var user = 0; user < users; user++) {
            var wanted = 1 + random.nextInt(2 * mean);
            for (var number = 0; number < wanted; number++) {
                var place = Arrays.binarySearch(share, random.nextDouble() * sum);
                var followee = Math.min(users - 1, place < 0 ? -place - 1 : place);
                if (followee != user) {
                    edges.add(List.of(user, followee));
                }
            }
        }
        return of("synthetic, seed " + seed, edges);
    }

    private static FollowGraph of(String name, HashSet<List<Integer>> edges) {
        var users = 1 + edges.stream().flatMap(List::stream).mapToInt(n -> n).max().orElse(-1);
        var lists = new ArrayList<List<Integer>>();
        for (var user = 0; user < users; user++) {
            lists.add(new ArrayList<>());
        }
        edges.forEach(edge -> lists.get(edge.getFirst()).add(edge.getLast()));
        return new FollowGraph(
                name,
                lists.stream()
                        .map(list -> list.stream().mapToInt(n -> n).sorted().toArray())
                        .toList(),
                edges.size());
    }

    int users() {
        return followees.size();
    }

    /// How many followers the most followed user has.
    int followersMax() {
        var followers = new int[users()];
        followees.forEach(list -> {
            for (var followee : list) {
                followers[followee]++;
            }
        });
        return Arrays.stream(followers).max().orElse(0);
    }
}
