package plaza.interleaving;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import plaza.functions.Catalogue;
import plaza.interleaving.Operation.Call;
import plaza.simulation.TableChange;
import plaza.table.Key;
import plaza.testkit.TestBed;

/// The operations, derived from the Catalogue and the sample events.
public final class Operations {
    private Operations() {}

    /// The valid call of each route that writes, also of a second user where a user owns the path,
    /// and calls that take another branch.
    public static List<Call> calls() {
        var calls = new ArrayList<Call>();
        for (var route : Catalogue.ALL.httpFunctions()) {
            if (route.writes()) {
                var sample = Call.sample(route);
                calls.add(sample);
                var second = sample.by("bob");
                if (!second.path().isEmpty()) {
                    calls.add(second);
                }
            }
        }
        calls.addAll(variants());
        return calls;
    }

    private static List<Call> variants() {
        var links = variant("ChangeFavorites").withQuery("type", "link");
        var leaving = variant("LeaveLeague").at("leagueId", "duels").as("head-to-head");
        var sheet = variant("PutTeamSheet");
        return List.of(
                sheet.at("gameweek", "3").as("later").by("bob"),
                sheet.as("squad")
                        .by("bob")
                        .withBody(
                                """
                                {"goalKeeper": "gk1", "captain": "m1", "viceCaptain": "f1",
                                 "players": ["d1", "d2", "d3", "d4", "m1", "m2", "m3", "m4", "f1", "f2"],
                                 "subs": ["gk2", "d5", "m5", "f4"]}
                                """),
                links.as("untag").withBody("{\"action\": \"untag\", \"tagId\": \"t1\"}"),
                links.as("tag").withBody("{\"action\": \"tag\", \"tagId\": \"t3\"}"),
                links.as("unclip").withBody("{\"action\": \"unclip\"}"),
                variant("PatchFavorite").as("type").withBody("{\"dataType\": \"post\"}"),
                variant("PatchFavorite").as("tags").withBody("{\"tags\": [\"t1\", \"t3\"]}"),
                variant("PatchFavorite").as("no tags").withBody("{\"tags\": []}"),
                variant("ClipFavorite")
                        .at("dataId", "d3")
                        .as("tags")
                        .withBody(
                                """
                                {"dataType": "link", "title": "Example d3",
                                 "contentUrl": "https://example.com/", "tags": ["t1", "t3"]}
                                """),
                variant("PutUserInfo").as("name").withBody("{\"name\": \"Alice Liddell\"}"),
                variant("PutUserInfo")
                        .as("protect")
                        .withBody("{\"name\": \"Alice\", \"protected\": true}"),
                variant("BlockUser").at("blockedId", "erin").as("again"),
                variant("MuteUser").at("mutedId", "erin").as("again"),
                variant("MuteUser").at("mutedId", "bob").as("a followee").by("dave"),
                variant("MuteUser").at("mutedId", "alice").as("a stranger").by("dave"),
                variant("FollowUser").at("followeeId", "alice").as("a stranger").by("dave"),
                variant("CreatePost").as("key").withIdempotencyKey("once"),
                variant("CreateReport")
                        .as("post")
                        .withBody(
                                "{\"postId\": \"01K9QZV5W0H2J4M6P8R0T2V4X6\","
                                        + " \"reason\": \"abuse\"}"),
                variant("CloseReports").at("targetId", "01K9QZV5W0H2J4M6P8R0T2V4X6").as("hide"),
                variant("CloseReports")
                        .at("targetId", "01K9QZV5W0H2J4M6P8R0T2V4X6")
                        .as("suspend")
                        .withBody("{\"action\": \"suspendUser\"}"),
                leaving,
                leaving.by("bob"),
                variant("JoinLeague").at("leagueId", "duels").as("head-to-head"),
                variant("PutFixturePoints").at("fixtureId", "fulham-leeds").as("other fixture"),
                variant("DeleteFixturePoints").at("fixtureId", "fulham-leeds").as("other fixture"),
                variant("PutGameweek")
                        .as("later")
                        .withBody(
                                "{\"deadline\": \"2026-12-01T17:30:00.000Z\","
                                        + " \"transfers\": {\"unlimited\": true}}"),
                variant("ImportBookmarks")
                        .as("new")
                        .withBody(
                                """
                                <!DOCTYPE NETSCAPE-Bookmark-file-1>
                                <TITLE>Bookmarks</TITLE><H1>Bookmarks</H1>
                                <DL><p>
                                <DT><A HREF="https://example.com/new" TAGS="fresh">New</A>
                                <DT><A HREF="https://example.com/newer" TAGS="name of t1">Newer</A>
                                </DL><p>
                                """));
    }

    private static Call variant(String function) {
        return Call.sample(TestBed.row(function));
    }

    /// The calls with the ids of items that did not exist before some changes.
    static List<Call> bound(List<Call> calls, List<TableChange> changes) {
        var bound = new LinkedHashSet<Call>();
        for (var change : changes) {
            if (change.before() == null && change.after() != null) {
                var ids = ids(change.key());
                for (var call : calls) {
                    var parameters = new HashMap<>(call.event().getPathParameters());
                    var replaced = new TreeSet<String>();
                    for (var parameter : parameters.entrySet()) {
                        var id = ids.get(parameter.getKey());
                        if (id != null
                                && !parameter.getValue().equals(call.user())
                                && !parameter.getValue().equals(id)) {
                            parameter.setValue(id);
                            replaced.add(id);
                        }
                    }
                    if (!replaced.isEmpty()) {
                        bound.add(
                                new Call(
                                        call.name() + " of " + String.join(" ", replaced),
                                        call.route(),
                                        call.user(),
                                        parameters,
                                        call.query(),
                                        call.body(),
                                        call.idempotencyKey()));
                    }
                }
            }
        }
        return List.copyOf(bound);
    }

    /// The ids in a key, by the names of path parameters.
    private static Map<String, String> ids(Key key) {
        var family = Catalogue.ALL.keySpace().familyOf(key.pk());
        var ids = new HashMap<String, String>();
        addIds(family.text(), key.pk(), ids);
        family.kinds().stream()
                .filter(kind -> kind.is(key))
                .forEach(kind -> addIds(kind.text(), key.sk(), ids));
        return ids;
    }

    private static void addIds(String template, String text, Map<String, String> ids) {
        var variables = template.split("#", -1);
        var values = text.split("#", -1);
        for (var part = 0; part < Math.min(variables.length, values.length); part++) {
            if (variables[part].startsWith("{")) {
                ids.put(variables[part].replaceAll("\\W", "") + "Id", values[part]);
            }
        }
    }

    /// Each call by itself, and each item deleted and created again: the request that deletes it,
    /// the one that creates it, and a PUT whose path has the ids of the item.
    static List<Operation> others(List<Call> calls) {
        var others = new ArrayList<Operation>();
        for (var call : calls) {
            others.add(new Operation(call));
        }
        for (var deletion : calls) {
            for (var creation : calls) {
                if (deletion.route().method().equals("DELETE")
                        && creation.route().method().equals("PUT")
                        && creation.route().path().equals(deletion.route().path())
                        && creation.user().equals(deletion.user())
                        && parameters(creation).equals(parameters(deletion))) {
                    others.add(new Operation(deletion, creation));
                    for (var part : calls) {
                        if (part.route().method().equals("PUT")
                                && !part.equals(creation)
                                && part.user().equals(creation.user())
                                && parameters(part)
                                        .entrySet()
                                        .containsAll(parameters(creation).entrySet())) {
                            others.add(new Operation(deletion, creation, part));
                        }
                    }
                }
            }
        }
        return others;
    }

    private static Map<String, String> parameters(Call call) {
        return call.event().getPathParameters();
    }
}
