package plaza.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What a collector of bookmarks does, over HTTP with the whole running system: imports a browser's
/// file, undoes it, imports it again, finds and sorts the bookmarks, and exports them.
class BookmarkCollectorTest {
    private static final String FILE =
            """
            <!DOCTYPE NETSCAPE-Bookmark-file-1>
            <META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
            <TITLE>Bookmarks</TITLE>
            <H1>Bookmarks</H1>
            <DL><p>
                <DT><H3 ADD_DATE="1571827560">Work</H3>
                <DL><p>
                    <DT><A HREF="https://jcip.example/" ADD_DATE="1571827561">Java Concurrency</A>
                    <DT><A HREF="https://node.example/" ADD_DATE="1571827562">Node.js in Action</A>
                    <DT><H3 ADD_DATE="1571827563">Old</H3>
                    <DL><p>
                        <DT><A HREF="https://cobol.example/#intro" ADD_DATE="1571827564">COBOL</A>
                    </DL><p>
                </DL><p>
                <DT><A HREF="https://recipes.example/java-curry" ADD_DATE="1571827565">Java curry</A>
                <DT><A HREF="javascript:void(0)" ADD_DATE="1571827566">Bookmarklet</A>
                <DT><A HREF="https://jcip.example/" ADD_DATE="1571827567">Java Concurrency</A>
            </DL><p>
            """;

    /// The folders of the file. The bookmark that it repeats is one favorite in two places.
    private static final List<String> TREE =
            List.of(
                    "> Work",
                    " Java Concurrency https://jcip.example/",
                    " Node.js in Action https://node.example/",
                    " > Old",
                    "  COBOL https://cobol.example/#intro",
                    "Java curry https://recipes.example/java-curry",
                    "Java Concurrency https://jcip.example/");

    private static final Pattern ENTRY =
            Pattern.compile("<H3[^>]*>([^<]*)|<A HREF=\"([^\"]*)\"[^>]*>([^<]*)|<(/?)DL>");

    private Runner runner;
    private HttpTestClient client;
    private String token;

    @BeforeEach
    void start() {
        var settings = new Properties();
        settings.setProperty("plaza.port", "0");
        runner = Local.start(Local.Settings.from(settings));
        client = new HttpTestClient(runner.address());
        token = client.token("amy");
    }

    @AfterEach
    void stop() {
        client.close();
        runner.close();
    }

    @Test
    void aCollectorImportsSearchesSortsAndExportsBookmarks() {
        var report = importFile();
        assertThat(report.path("state").asText()).isEqualTo("done");
        assertThat(counts(report, "bookmarks", "added", "alreadyThere", "joined", "refused"))
                .containsExactly(6, 4, 0, 1, 1);
        var problem = report.path("problems").path(0);
        assertThat(problem.path("line").asInt()).isEqualTo(16);
        assertThat(problem.path("title").asText()).isEqualTo("Bookmarklet");
        assertThat(problem.path("url").asText()).isEqualTo("javascript:void(0)");
        assertThat(tree(export("folders"))).containsExactlyElementsOf(TREE);

        // An undo removes what the import added; then the file is imported again.
        var imported = "/users/amy/bookmarks/imports/" + report.path("importId").asText();
        assertThat(ok("DELETE", imported, null).path("state").asText()).isEqualTo("undoing");
        client.drain();
        assertThat(ok("GET", imported, null).path("state").asText()).isEqualTo("undone");
        assertThat(ok("GET", imported, null).path("removed").asInt()).isEqualTo(4);
        assertThat(titles("favorites?")).isEmpty();
        assertThat(counts(importFile(), "added", "alreadyThere")).containsExactly(4, 0);

        // Searches by words, by the tags of folders, and without words.
        assertThat(titles(search("java"))).containsExactly("Java curry", "Java Concurrency");
        assertThat(titles(search("java -curry"))).containsExactly("Java Concurrency");
        assertThat(titles(search("nodejs"))).containsExactly("Node.js in Action");
        assertThat(titles(search("\"in action\" work"))).containsExactly("Node.js in Action");
        assertThat(titles("search/favorites?untagged=true&")).containsExactly("Java curry");
        var old = tagId("Old");
        assertThat(titles("search/favorites?tag=" + old + "&")).containsExactly("COBOL");
        assertThat(tagged("search/favorites?tag=" + old + "&")).containsExactly("COBOL: Old, Work");
        assertThat(tagged("favorites?order=asc&"))
                .containsExactly(
                        "Java Concurrency: Work",
                        "Node.js in Action: Work",
                        "COBOL: Old, Work",
                        "Java curry: ");

        // A saved address is found with another fragment and in another spelling.
        assertThat(matches("http://COBOL.example/?utm_source=x#intro"))
                .containsExactly("COBOL sameAddress");
        assertThat(matches("https://cobol.example/")).containsExactly("COBOL samePage");
        assertThat(matches("https://jcip.example/")).containsExactly("Java Concurrency exact");

        // One field is changed, unless the favorite has changed since it was read.
        var untagged = items("search/favorites?untagged=true&").getFirst();
        var curry = "/users/amy/favorites/" + untagged.path("dataId").asText();
        var version = send("GET", curry, null).headers().firstValue("etag").orElseThrow();
        assertThat(ok("PATCH", curry, "{\"note\":\"less chili\"}").path("title").asText())
                .isEqualTo("Java curry");
        var outdated =
                client.json("PATCH", curry, "{\"title\":\"Curry\"}")
                        .with("if-match", version)
                        .bearing(token)
                        .send();
        HttpTestClient.assertProblem(outdated, 412, "precondition-failed");
        assertThat(titles(search("chili"))).containsExactly("Java curry");

        // All that a search finds is tagged, or removed.
        ok("PUT", "/users/amy/tags/java", "{\"tagName\":\"Java\"}");
        assertThat(change(search("java"), "{\"action\":\"tag\",\"tagId\":\"java\"}"))
                .isEqualTo("done 2 of 2");
        assertThat(tagged("tags/java/favorites?"))
                .containsExactly("Java curry: Java", "Java Concurrency: Java, Work");
        assertThat(change("search/favorites?tag=" + old + "&", "{\"action\":\"unclip\"}"))
                .isEqualTo("done 1 of 1");
        assertThat(tree(export("folders")))
                .containsExactlyElementsOf(
                        TREE.stream().filter(line -> !line.contains("COBOL")).toList());
        assertThat(export("tags")).contains("TAGS=\"Work,Java\"").doesNotContain("<H3");
        assertThat(client.json("POST", "/dev/reconcile", "{}").json().path("driftCount").asInt(-1))
                .isZero();
    }

    private JsonNode importFile() {
        var sent =
                client.ask("POST", "/users/amy/bookmarks", FILE.getBytes(StandardCharsets.UTF_8))
                        .with("content-type", "text/html")
                        .bearing(token)
                        .send();
        assertThat(sent.statusCode()).as(sent.body()).isEqualTo(202);
        client.drain();
        return ok("GET", sent.headers().firstValue("location").orElseThrow(), null);
    }

    private String export(String layout) {
        var file = send("GET", "/users/amy/bookmarks?layout=" + layout, null);
        assertThat(file.statusCode()).isEqualTo(200);
        return file.body();
    }

    /// Starts a bulk change, and returns its state and counts when it has ended.
    private String change(String search, String action) {
        var sent = send("POST", "/users/amy/" + search, action);
        assertThat(sent.statusCode()).as(sent.body()).isEqualTo(202);
        client.drain();
        var ended = ok("GET", sent.headers().firstValue("location").orElseThrow(), null);
        return "%s %s of %s"
                .formatted(
                        ended.path("state").asText(), ended.path("changed"), ended.path("matched"));
    }

    private static String search(String query) {
        return "search/favorites?q=" + encoded(query) + '&';
    }

    private List<String> titles(String list) {
        return items(list).stream().map(item -> item.path("title").asText()).toList();
    }

    private List<String> tagged(String list) {
        return items(list + "expand=tags&").stream()
                .map(item ->
                        item.path("title").asText()
                                + ": "
                                + String.join(
                                        ", ",
                                        item.path("tags")
                                                .valueStream()
                                                .map(tag -> tag.path("tagName").asText())
                                                .toList()))
                .toList();
    }

    private List<String> matches(String url) {
        return items("search/urls?url=" + encoded(url) + '&').stream()
                .map(item -> item.path("title").asText() + ' ' + item.path("match").asText())
                .toList();
    }

    private String tagId(String name) {
        return items("tags?").stream()
                .filter(tag -> tag.path("tagName").asText().equals(name))
                .map(tag -> tag.path("tagId").asText())
                .findFirst()
                .orElseThrow();
    }

    /// @param list a path with the beginning of its query
    private List<JsonNode> items(String list) {
        return ok("GET", "/users/amy/" + list + "limit=100", null)
                .path("items")
                .valueStream()
                .toList();
    }

    private static List<Integer> counts(JsonNode report, String... names) {
        return List.of(names).stream().map(name -> report.path(name).asInt(-1)).toList();
    }

    /// The folders and bookmarks of a file, indented by their depth.
    private static List<String> tree(String file) {
        var tree = new ArrayList<String>();
        var depth = -1;
        var entries = ENTRY.matcher(file);
        while (entries.find()) {
            if (entries.group(1) != null) {
                tree.add(" ".repeat(depth) + "> " + entries.group(1));
            } else if (entries.group(2) != null) {
                tree.add(" ".repeat(depth) + entries.group(3) + ' ' + entries.group(2));
            } else {
                depth += entries.group(4).isEmpty() ? 1 : -1;
            }
        }
        return tree;
    }

    private JsonNode ok(String method, String path, @Nullable String body) {
        var response = send(method, path, body);
        assertThat(response.statusCode())
                .as("%s %s: %s", method, path, response.body())
                .isBetween(200, 202);
        return HttpTestClient.json(response.body());
    }

    private HttpResponse<String> send(String method, String path, @Nullable String body) {
        var call = body == null ? client.ask(method, path) : client.json(method, path, body);
        return call.bearing(token).send();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
