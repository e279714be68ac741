package plaza.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;
import plaza.testkit.TestResponse;

/// Users with a few favorites under a few tags, and a past: kinds that changed, tags that were
/// renamed, deleted or merged, favorites that were unclipped and clipped again.
final class FavoritesFixture {
    private static final List<String> KINDS = List.of("link", "image", "note");

    private final TestBed bed;
    private final SplittableRandom random;

    FavoritesFixture(TestBed bed, SplittableRandom random) {
        this.bed = bed;
        this.random = random;
    }

    /// Fills the shelves of so many users.
    void fill(int owners) {
        for (var owner = 0; owner < owners; owner++) {
            fill("reader" + owner);
        }
    }

    private void fill(String owner) {
        for (var number = 1; number <= 3; number++) {
            tag(owner, "t" + number, "name " + number);
            clip(owner, "d" + number);
        }
        for (var data : List.of("d1", "d2", "d3")) {
            for (var tag : List.of("t1", "t2", "t3")) {
                if (random.nextBoolean() || data.equals("d1")) {
                    send(owner, data, tag, "TagFavorite");
                }
            }
        }
        bed.clock().advance(Duration.ofSeconds(random.nextInt(60)));
        switch (random.nextInt(6)) {
            case 0 -> clip(owner, "d1");
            case 1 -> {
                send(owner, "d3", "t1", "UnclipFavorite");
                clip(owner, "d3");
            }
            case 2 -> send(owner, "d1", "t2", "UntagFavorite");
            case 3 -> tag(owner, "t2", "another name");
            case 4 -> {
                send(owner, "d1", "t3", "DeleteTag");
                tag(owner, "t3", "name 3");
            }
            default -> call(owner, "d1", "t3").body("{\"into\": \"t2\"}").send("MergeTag");
        }
    }

    private void tag(String owner, String tag, String name) {
        ok(call(owner, "d1", tag).body("{\"tagName\": \"" + name + "\"}").send("CreateTag"));
    }

    private void clip(String owner, String data) {
        var kind = KINDS.get(random.nextInt(KINDS.size()));
        ok(
                call(owner, data, "t1")
                        .body(
                                "{\"dataType\": \"%s\", \"title\": \"tea %s\"}"
                                        .formatted(kind, random.nextInt(100)))
                        .send("ClipFavorite"));
    }

    private void send(String owner, String data, String tag, String function) {
        ok(call(owner, data, tag).send(function));
    }

    private TestRequest call(String owner, String data, String tag) {
        return bed.as(owner).at("userId", owner).at("dataId", data).at("tagId", tag);
    }

    private static void ok(TestResponse reply) {
        assertThat(reply.status()).as("%s", reply).isBetween(200, 299);
    }
}
