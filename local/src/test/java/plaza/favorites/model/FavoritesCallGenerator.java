package plaza.favorites.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import plaza.favorites.model.FavoritesModel.UserFavorites;
import plaza.model.CallGenerator;
import plaza.model.ContextModel;
import plaza.model.RandomChoices;
import plaza.model.expected.Call;
import plaza.model.expected.NameRules;

/// Two users with a few favorites, tags with nearly the same names, and nearly the same URLs.
public final class FavoritesCallGenerator implements CallGenerator {
    static final List<String> USERS = List.of("ann", "bob");
    static final List<String> TYPES = List.of("link", "image", "note");
    static final List<String> QUERIES = List.of("fog", "HARB pi", "机器学习", "example", "bucket");

    static final List<String> URLS =
            List.of(
                    "https://example.com/fog",
                    "http://EXAMPLE.com:80/fog/#top",
                    "https://example.com/fog?utm_source=mail",
                    "https://www.example.com/fog",
                    "https://example.com/fog?b=1",
                    "s3://bucket/key.png");

    private static final List<String> DATA = List.of("d1", "d2", "d3", "d4", "d5");
    private static final List<String> TAGS = List.of("t1", "t2", "t3", "t4");
    private static final List<String> NAMES =
            List.of(
                    "Web",
                    "web",
                    " WEB ",
                    "we\u200bb",
                    "a",
                    "a\u2800",
                    "a b",
                    "a!",
                    "机器",
                    "50% off, now");
    private static final List<String> TITLES =
            List.of(
                    "Harbour fog",
                    "Fog at the pier",
                    "机器学习 & fog",
                    "A <b> harbour",
                    "Pier \u2764\ufe0f");
    private static final List<String> CLIP_TIMES =
            List.of("2026-01-31T09:05:00.000Z", "2026-01-31T09:05:00.001Z", "2025-06-01T00:00:00Z");

    private final FavoritesModel model;
    private final RandomChoices choices;
    private int imports;
    private int changes;

    /// Returns a model with the generator of its calls.
    public static ContextModel of(FavoritesModel model) {
        return ContextModel.of(
                model, (own, choices, _) -> new FavoritesCallGenerator(own, choices));
    }

    FavoritesCallGenerator(FavoritesModel model, RandomChoices choices) {
        this.model = model;
        this.choices = choices;
    }

    @Override
    public boolean canSucceed(String function) {
        return !owners(function).isEmpty();
    }

    /// Returns the users who have the items that the function needs.
    private List<String> owners(String function) {
        return USERS.stream().filter(user -> hasItemsFor(function, model.of(user))).toList();
    }

    private static boolean hasItemsFor(String function, UserFavorites user) {
        var free = user.tags.values().stream().filter(tag -> tag.mergingInto == null).count();
        return switch (function) {
            case "GetFavorite", "PatchFavorite", "ListTagsByFavorite" -> !user.favorites.isEmpty();
            case "RenameTag", "ListFavoritesByTag", "ListFavoritesByTagAndType" ->
                    !user.tags.isEmpty();
            case "TagFavorite" -> !user.favorites.isEmpty() && free > 0;
            case "MergeTag" -> free > 1;
            case "GetBookmarksImport", "UndoImport" -> !user.imports.isEmpty();
            case "GetFavoritesChange" -> !user.changes.isEmpty();
            default -> true;
        };
    }

    /// A list sometimes contains the tags.
    @Override
    public Call call(String function) {
        var call = plainCall(function);
        return call.row().expansions().isEmpty() || choices.oneIn(2)
                ? call
                : call.query("expand", "tags");
    }

    private Call plainCall(String function) {
        var owners = owners(function);
        var owner = choices.of(owners.isEmpty() ? USERS : owners);
        var user = model.of(owner);
        var call = Call.of(function, owner).at("userId", owner);
        return switch (function) {
            case "ClipFavorite" -> call.at("dataId", choices.of(DATA)).body(description(user));
            case "PatchFavorite" -> call.at("dataId", data(user)).body(patch(user));
            case "GetFavorite", "UnclipFavorite", "ListTagsByFavorite" ->
                    call.at("dataId", data(user));
            case "ListFavorites" -> ordered(call);
            case "ListFavoritesByType" -> ordered(call.at("dataType", choices.of(TYPES)));
            case "SearchFavorites" ->
                    choices.oneIn(12) ? call.query("q", choices.any("器", "!")) : search(call, user);
            case "ChangeFavorites" -> change(call, user);
            case "GetFavoritesChange" ->
                    call.at(
                            "changeId",
                            user.changes.isEmpty() ? "none" : choices.of(user.changes.keySet()));
            case "FindFavoritesByUrl" ->
                    call.query("url", choices.oneIn(12) ? "example.com" : choices.of(URLS));
            case "CreateTag" -> call.at("tagId", newTag(user)).body(naming(user));
            case "RenameTag" -> call.at("tagId", tag(user)).body(naming(user));
            case "DeleteTag" -> call.at("tagId", tag(user));
            case "ListTags" -> listTags(call);
            case "MergeTag" -> merge(call, user);
            case "TagFavorite" -> call.at("dataId", data(user)).at("tagId", freeTag(user));
            case "UntagFavorite" -> untag(call, user);
            case "ListFavoritesByTag" -> ordered(call.at("tagId", tag(user)));
            case "ListFavoritesByTagAndType" ->
                    ordered(call.at("tagId", tag(user)).at("dataType", choices.of(TYPES)));
            case "ExportBookmarks" -> call.query("layout", "tags");
            case "ImportBookmarks" -> importFile(call);
            case "GetBookmarksImport", "UndoImport" ->
                    call.at(
                            "importId",
                            user.imports.isEmpty() ? "none" : choices.of(user.imports.keySet()));
            default -> call;
        };
    }

    private Map<String, Object> description(UserFavorites user) {
        var body = new LinkedHashMap<String, Object>();
        body.put("dataType", choices.of(TYPES));
        body.put("title", choices.of(TITLES));
        if (!choices.oneIn(3)) {
            body.put("contentUrl", choices.of(URLS));
        }
        if (choices.oneIn(4)) {
            body.put("thumbnailUrl", "https://example.com/t.png");
        }
        if (choices.oneIn(4)) {
            body.put("creatorId", "cid");
        }
        if (choices.oneIn(3)) {
            body.put("note", choices.any("seen from the harbour", ""));
        }
        if (choices.oneIn(3)) {
            body.put("clipTime", choices.of(CLIP_TIMES));
        }
        if (choices.oneIn(3)) {
            body.put("tags", tags(user));
        }
        return body;
    }

    private List<String> tags(UserFavorites user) {
        var tags = new TreeSet<String>();
        for (var count = choices.below(4); count > 0; count--) {
            tags.add(freeTag(user));
        }
        return List.copyOf(tags);
    }

    /// Some of the fields, the optional ones sometimes with null.
    private Map<String, @Nullable Object> patch(UserFavorites user) {
        var body = new LinkedHashMap<String, @Nullable Object>();
        if (choices.oneIn(2)) {
            body.put("dataType", choices.of(TYPES));
        }
        if (choices.oneIn(2)) {
            body.put("title", choices.oneIn(12) ? null : choices.of(TITLES));
        }
        if (choices.oneIn(2)) {
            body.put("contentUrl", choices.oneIn(3) ? null : choices.of(URLS));
        }
        if (choices.oneIn(2)) {
            body.put("note", choices.oneIn(2) ? null : choices.any("at dusk", ""));
        }
        if (choices.oneIn(2)) {
            body.put("tags", tags(user));
        }
        return body;
    }

    /// Searches by words, by other criteria, or by both.
    private Call search(Call call, UserFavorites user) {
        var isFiltered = choices.oneIn(2);
        var search = call;
        if (!isFiltered || choices.oneIn(3)) {
            search = search.query("q", choices.of(QUERIES));
        }
        if (!isFiltered) {
            return search;
        }
        return switch (choices.below(4)) {
            case 0 -> search.query("tag", tag(user));
            case 1 -> search.query("untagged", "true");
            case 2 -> search.query("type", choices.of(TYPES));
            default -> search.query(choices.any("from", "to"), choices.of(CLIP_TIMES));
        };
    }

    private Call change(Call call, UserFavorites user) {
        changes++;
        var action = user.tags.isEmpty() ? "unclip" : choices.any("tag", "tag", "untag", "unclip");
        var body = new LinkedHashMap<String, Object>();
        body.put("action", action);
        if (!action.equals("unclip") || choices.oneIn(12)) {
            body.put("tagId", tag(user));
        }
        var change = search(call, user).body(body).createsId("change" + changes);
        return choices.oneIn(4)
                ? change.header("idempotency-key", choices.any("k1", "k2"))
                : change;
    }

    private Call ordered(Call call) {
        return choices.oneIn(3) ? call.query("order", choices.any("asc", "desc")) : call;
    }

    private Call listTags(Call call) {
        var sort = choices.any("", "tagName", "createTime", "lastAccessTime", "tagId");
        return ordered(sort.isEmpty() ? call : call.query("sort", sort));
    }

    /// Returns a tag name, mostly one that the user does not have.
    private Map<String, Object> naming(UserFavorites user) {
        var name = choices.of(NAMES);
        for (var times = 0; times < 5 && user.named(NameRules.normalised(name)) != null; times++) {
            name = choices.of(NAMES);
        }
        return Map.of("tagName", choices.oneIn(6) ? choices.of(NAMES) : name);
    }

    private Call merge(Call call, UserFavorites user) {
        var into = freeTag(user);
        var tag = tag(user);
        for (var times = 0; times < 5 && tag.equals(into); times++) {
            tag = freeTag(user);
        }
        var merge = call.at("tagId", tag).body(Map.of("into", into));
        return choices.oneIn(4) ? merge.header("idempotency-key", choices.any("k1", "k2")) : merge;
    }

    private Call untag(Call call, UserFavorites user) {
        var pairs = new ArrayList<String>();
        user.favorites.forEach((data, favorite) ->
                byName(user, favorite.tags).forEach(tag -> pairs.add(data + ' ' + tag)));
        if (pairs.isEmpty() || choices.oneIn(4)) {
            return call.at("dataId", data(user)).at("tagId", tag(user));
        }
        var pair = choices.of(pairs).split(" ", -1);
        return call.at("dataId", pair[0]).at("tagId", pair[1]);
    }

    private Call importFile(Call call) {
        imports++;
        var lines = new ArrayList<String>();
        var isInFolder = choices.oneIn(3);
        if (isInFolder) {
            lines.add("<DT><H3>" + choices.any("Web", "weather") + "</H3>");
            lines.add("<DL><p>");
        }
        for (var count = choices.below(4); count > 0; count--) {
            lines.add(bookmark());
        }
        if (isInFolder) {
            lines.add("</DL><p>");
        }
        var sent =
                call.header("content-type", "text/html")
                        .body(SentBookmarks.file(lines))
                        .createsId("i" + imports);
        if (choices.oneIn(4)) {
            sent = sent.query("strict", choices.any("true", "false"));
        }
        return choices.oneIn(4) ? sent.header("idempotency-key", choices.any("k1", "k2")) : sent;
    }

    private String bookmark() {
        var isNamed = choices.oneIn(4);
        var href = choices.oneIn(8) ? "javascript:void(0)" : choices.of(URLS);
        var line = new StringBuilder("<DT><A HREF=\"").append(href).append('"');
        if (choices.oneIn(2)) {
            line.append(" ADD_DATE=\"").append(choices.any("1700000000", "1600000000")).append('"');
        }
        if (choices.oneIn(2)) {
            line.append(" TAGS=\"").append(choices.any("web", "fog,Web", "pier")).append('"');
        }
        if (isNamed) {
            line.append(" DATA_ID=\"").append(choices.of(DATA)).append('"');
            line.append(" DATA_TYPE=\"").append(choices.of(TYPES)).append('"');
        }
        return line.append('>')
                .append(choices.any("Harbour fog", "Pier"))
                .append("</A>")
                .toString();
    }

    private String data(UserFavorites user) {
        return user.favorites.isEmpty() || choices.oneIn(15)
                ? choices.of(DATA)
                : choices.of(user.favorites.keySet());
    }

    private String tag(UserFavorites user) {
        return user.tags.isEmpty() || choices.oneIn(15)
                ? choices.of(TAGS)
                : choices.of(byName(user, user.tags.keySet()));
    }

    /// Returns tags in the order of their names. The order of their ids would be random, because an
    /// import creates random ids, and a generator must choose the same tags again.
    private static List<String> byName(UserFavorites user, Collection<String> ids) {
        return ids.stream()
                .sorted(
                        Comparator.comparing(id -> {
                            var tag = user.tags.get(id);
                            return tag == null ? id : tag.name;
                        }))
                .toList();
    }

    private String newTag(UserFavorites user) {
        var free = new TreeSet<>(TAGS);
        free.removeAll(user.tags.keySet());
        return free.isEmpty() || choices.oneIn(5) ? choices.of(TAGS) : choices.of(free);
    }

    /// Returns a tag that is not being merged, and sometimes any tag.
    private String freeTag(UserFavorites user) {
        var free =
                user.tags.entrySet().stream()
                        .filter(tag -> tag.getValue().mergingInto == null)
                        .map(Map.Entry::getKey)
                        .toList();
        return free.isEmpty() || choices.oneIn(15) ? tag(user) : choices.of(byName(user, free));
    }
}
