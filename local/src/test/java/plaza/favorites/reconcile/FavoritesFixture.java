package plaza.favorites.reconcile;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;

/// Users with a few favorites and tags, and a history: types that changed, tags that were renamed,
/// deleted or merged, favorites that were unclipped and clipped again. One of the users has
/// imported a file.
public final class FavoritesFixture {
    private static final List<String> TYPES = List.of("link", "image", "note");

    private final TestBed bed;
    private final SplittableRandom random;

    public FavoritesFixture(TestBed bed, SplittableRandom random) {
        this.bed = bed;
        this.random = random;
    }

    /// Creates users with favorites and tags.
    public void create(int users) {
        for (var user = 0; user < users; user++) {
            create("reader" + user);
        }
        importFile("reader" + random.nextInt(users));
    }

    private void create(String user) {
        for (var number = 1; number <= 3; number++) {
            nameTag(user, "t" + number, "name " + number);
            clip(user, "d" + number);
        }
        for (var data : List.of("d1", "d2", "d3")) {
            for (var tag : List.of("t1", "t2", "t3")) {
                if (random.nextBoolean() || data.equals("d1")) {
                    send("TagFavorite", user, data, tag);
                }
            }
        }
        bed.clock().advance(Duration.ofSeconds(random.nextInt(60)));
        switch (random.nextInt(6)) {
            case 0 -> clip(user, "d1");
            case 1 -> {
                send("UnclipFavorite", user, "d3", "t1");
                clip(user, "d3");
            }
            case 2 -> send("UntagFavorite", user, "d1", "t2");
            case 3 -> nameTag(user, "t2", "another name");
            case 4 -> {
                send("DeleteTag", user, "d1", "t3");
                nameTag(user, "t3", "name 3");
            }
            default ->
                    request(user, "d1", "t3").body("{\"into\": \"t2\"}").send("MergeTag").orFail();
        }
    }

    /// Imports a file with nested folders, of which one is the browser's own, and separators.
    private void importFile(String user) {
        var file =
                """
                <!DOCTYPE NETSCAPE-Bookmark-file-1>
                <DL><p>
                    <DT><H3 PERSONAL_TOOLBAR_FOLDER="true">Bar %d</H3>
                    <DD>What I read
                    <DL><p>
                        <DT><A HREF="https://example.com/sea" ADD_DATE="1700000000">Sea</A>
                        <HR>
                        <DT><H3>Coast %d</H3>
                        <DL><p>
                            <DT><A HREF="https://example.com/tea">Tea</A>
                            <DT><A HREF="https://example.com/sea">Sea</A>
                        </DL><p>
                        <HR>
                    </DL><p>
                    <DT><A HREF="https://example.com/pier">Pier</A>
                </DL>
                """
                        .formatted(random.nextInt(100), random.nextInt(100));
        bed.as(user)
                .at("userId", user)
                .header("content-type", "text/html")
                .body(file)
                .send("ImportBookmarks")
                .orFail();
    }

    private void nameTag(String user, String tag, String name) {
        request(user, "d1", tag).body("{\"tagName\": \"" + name + "\"}").send("CreateTag").orFail();
    }

    private void clip(String user, String data) {
        request(user, data, "t1")
                .body(
                        "{\"dataType\": \"%s\", \"title\": \"tea %s\", \"contentUrl\": \"https://example.com/tea\"}"
                                .formatted(
                                        TYPES.get(random.nextInt(TYPES.size())),
                                        random.nextInt(100)))
                .send("ClipFavorite")
                .orFail();
    }

    private void send(String function, String user, String data, String tag) {
        request(user, data, tag).send(function).orFail();
    }

    private TestRequest request(String user, String data, String tag) {
        return bed.as(user).at("userId", user).at("dataId", data).at("tagId", tag);
    }
}
