package plaza.benchmark.growth;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;

/// The follows between users, who are numbered from 0.
///
/// @param followees the followees of each user, by the number of the user
/// @param edges the number of follows
record FollowGraph(String name, List<int[]> followees, int edges) {
    /// Reads a CSV file with a header and lines `src,trg`, in which `src` follows `trg`.
    static FollowGraph read(Path csv) throws IOException {
        var edges = new HashSet<List<Integer>>();
        var lines = Files.readAllLines(csv);
        for (var line : lines.subList(1, lines.size())) {
            var ends = line.split(",", -1);
            edges.add(List.of(Integer.parseInt(ends[0]), Integer.parseInt(ends[1])));
        }
        return of(csv.getFileName().toString(), edges);
    }

    /// Creates a graph in which each user follows about `mean` others. The share of the n-th user
    /// in all followers is proportional to 1/n, so a few users have most of them.
    static FollowGraph skewed(int users, int mean, long seed) {
        var random = new SplittableRandom(seed);
        var cumulativeShares = new double[users];
        var sum = 0.0;
        for (var user = 0; user < users; user++) {
            sum += 1.0 / (user + 1);
            cumulativeShares[user] = sum;
        }
        var edges = new HashSet<List<Integer>>();
        for (var user = 0; user < users; user++) {
            var followeesMax = 1 + random.nextInt(2 * mean);
            for (var drawn = 0; drawn < followeesMax; drawn++) {
                var index = Arrays.binarySearch(cumulativeShares, random.nextDouble() * sum);
                var followee = Math.min(users - 1, index < 0 ? -index - 1 : index);
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

    /// Returns the number of followers of the user with the most followers.
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
