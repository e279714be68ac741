package plaza.leaving;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import plaza.Seeds;
import plaza.catalogue.Access;
import plaza.catalogue.HttpFunction;
import plaza.context.Declarations;
import plaza.functions.Catalogue;
import plaza.http.Parameter;
import plaza.http.Request;
import plaza.http.Schema;
import plaza.local.context.LocalParts;
import plaza.local.load.ExportLoad;
import plaza.table.Item;
import plaza.table.Key;
import plaza.testkit.ContextKits;
import plaza.testkit.SampleEvents;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

/// Whether a system that has nothing but a user's export gives them the same responses as the
/// system that exported it.
class LoadedExportTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern NEXT = Pattern.compile("cursor=([^>&]+)");
    private static final Pattern PATH_PARAMETER = Pattern.compile("\\{(\\w+)}");

    /// Small, so that lists have several pages.
    private static final String PAGE = "4";

    /// The values of an id that a read is tried with.
    private static final int IDS_MAX = 5;

    @TempDir static Path folder;

    @Test
    void theReadsOfAnExportedUserGiveTheSameResponses() {
        Seeds.forEach(
                "loaded exports",
                Seeds.number(1, 20),
                random -> {
                    try (var exporting = new TestBed();
                            var loading = new TestBed()) {
                        check(exporting, loading, random);
                    }
                });
    }

    private static void check(TestBed exporting, TestBed loading, SplittableRandom random) {
        SampleEvents.prepareAll(exporting);
        ContextKits.all().forEach(kit -> kit.writeHistory(exporting, random, true));
        writeFollowsOfASuspendedUser(exporting);
        exporting.drain();
        loading.clock().set(exporting.clock().instant());
        var missing = new TreeSet<>(Declarations.registered().exports().shapes().keySet());
        for (var user : persons(exporting.everything())) {
            var lines = export(exporting, user);
            if (missing.removeAll(kinds(lines)) || Seeds.DEEP || random.nextInt(6) == 0) {
                loading.clear();
                load(loading, lines);
                compare(exporting, loading, user, lines);
            }
        }
        assertThat(missing).as("kinds of lines that no user has").isEmpty();
    }

    private static void writeFollowsOfASuspendedUser(TestBed bed) {
        bed.user("suspended");
        bed.follow("suspended", "alice");
        bed.follow("alice", "suspended");
        bed.suspend("suspended", true);
    }

    /// Those whose ids the keys of items have.
    private static Set<String> persons(Map<Key, Item> table) {
        var persons = new TreeSet<String>();
        for (var item : table.values()) {
            var personal = Declarations.registered().erasures().kindOrNull(item.key());
            if (personal != null) {
                personal.places().stream()
                        .filter(Place::isVariable)
                        .flatMap(place -> place.ids(personal.kind(), item))
                        .forEach(persons::add);
            }
        }
        return persons;
    }

    private static Set<String> kinds(List<String> lines) {
        return lines.stream()
                .map(line -> json(line).path(ExportedKind.KIND).asText())
                .collect(Collectors.toSet());
    }

    private static void load(TestBed bed, List<String> lines) {
        try {
            var file = Files.write(folder.resolve("export.ndjson"), lines);
            var load =
                    new ExportLoad(
                            file,
                            Catalogue.ALL,
                            LocalParts.of(Declarations.registered()),
                            bed.clock().instant());
            load.check(bed.emulator(), _ -> {});
            load.write(bed.table()::writeAll, _ -> {});
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static void compare(
            TestBed exporting, TestBed loading, String user, List<String> lines) {
        assertThat(export(loading, user)).as("the export of %s", user).isEqualTo(lines);
        for (var row : reads()) {
            for (var path : paths(row, user, lines)) {
                for (var query : queries(row)) {
                    assertThat(read(loading, row, user, path, query))
                            .as("%s %s %s by %s", row.name(), path, query, user)
                            .isEqualTo(read(exporting, row, user, path, query));
                }
            }
        }
    }

    private static List<HttpFunction> reads() {
        var beyond =
                ContextKits.all()
                        .flatMap(kit -> kit.readsBeyondExport().stream())
                        .collect(Collectors.toSet());
        return Catalogue.ALL.httpFunctions().stream()
                .filter(row -> row.method().equals("GET") && row.access() != Access.ADMIN)
                .filter(row -> !beyond.contains(row.name()))
                .toList();
    }

    /// The path parameters of the calls of a read: the user, and ids that the export has.
    private static Collection<Map<String, String>> paths(
            HttpFunction row, String user, List<String> lines) {
        var sample = SampleEvents.example(row).path();
        var paths = List.of(Map.<String, String>of());
        var names = PATH_PARAMETER.matcher(row.path());
        while (names.find()) {
            var name = names.group(1);
            var more = new ArrayList<Map<String, String>>();
            for (var path : paths) {
                for (var value : values(name, user, lines, sample)) {
                    var longer = new LinkedHashMap<>(path);
                    longer.put(name, value);
                    more.add(longer);
                }
            }
            paths = more;
        }
        return paths;
    }

    private static Collection<String> values(
            String parameter, String user, List<String> lines, Map<String, String> sample) {
        if (parameter.equals("userId") || parameter.equals("gamerId")) {
            return List.of(user);
        }
        var place =
                ContextKits.all()
                        .map(kit -> kit.exportedIds().get(parameter))
                        .filter(found -> found != null)
                        .findFirst();
        if (place.isEmpty()) {
            return List.of(sample.get(parameter));
        }
        var kindAndProperty = place.get().split("\\.", -1);
        return lines.stream()
                .map(LoadedExportTest::json)
                .filter(line -> line.path(ExportedKind.KIND).asText().equals(kindAndProperty[0]))
                .map(line -> line.path(kindAndProperty[1]).asText())
                .limit(IDS_MAX)
                .toList();
    }

    /// The queries of the calls of a read: that of the sample event, also with each word of each
    /// other parameter.
    private static List<Map<String, String>> queries(HttpFunction row) {
        var sample = SampleEvents.example(row).query();
        var queries = new ArrayList<>(List.of(sample));
        for (var parameter : row.contract().query()) {
            for (var word : words(parameter)) {
                var query = new LinkedHashMap<>(sample);
                query.put(parameter.name(), word);
                queries.add(query);
            }
        }
        return queries;
    }

    private static List<String> words(Parameter<?> parameter) {
        return parameter.schema() instanceof Schema.Text<?> text ? text.words() : List.of();
    }

    /// The status and the body of each page.
    private static List<String> read(
            TestBed bed,
            HttpFunction row,
            String user,
            Map<String, String> path,
            Map<String, String> query) {
        var pages = new ArrayList<String>();
        @Nullable String cursor = null;
        do {
            var request = bed.as(user);
            path.forEach(request::at);
            query.forEach(request::query);
            if (row.contract().query().contains(Request.CURSOR)) {
                request.query("limit", PAGE).query("cursor", cursor);
            }
            var response = request.send(row.name());
            cursor = cursor(response);
            if (response.json() instanceof ObjectNode object) {
                object.remove("nextCursor");
            }
            pages.add(response.status() + " " + response.headers().get("etag") + response.json());
        } while (cursor != null);
        return pages;
    }

    private static List<String> export(TestBed bed, String user) {
        var lines = new ArrayList<String>();
        @Nullable String cursor = null;
        do {
            var response =
                    bed.as(user)
                            .at("userId", user)
                            .query("limit", "100")
                            .query("cursor", cursor)
                            .send("ExportUser")
                            .orFail();
            response.json().asText().lines().forEach(lines::add);
            cursor = cursor(response);
        } while (cursor != null);
        return lines;
    }

    private static @Nullable String cursor(TestResponse response) {
        var next = NEXT.matcher(response.headers().getOrDefault("link", ""));
        return next.find() ? next.group(1) : null;
    }

    private static JsonNode json(String line) {
        try {
            return JSON.readTree(line);
        } catch (IOException malformed) {
            throw new UncheckedIOException(malformed);
        }
    }
}
