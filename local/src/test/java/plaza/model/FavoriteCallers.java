package plaza.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import plaza.model.FavoritesModel.Collection;

/// Two collectors with a few things, tags that nearly have the same names, and addresses that are
/// nearly the same.
final class FavoriteCallers implements Callers {
    static final List<String> COLLECTORS = List.of("ann", "bob");
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
    private final RandomChoices chance;
    private int imports;

    FavoriteCallers(FavoritesModel model, RandomChoices chance) {
        this.model = model;
        this.chance = chance;
    }

    @Override
    public boolean canSucceed(String function) {
        return switch (function) {
            case "GetFavorite", "ListTagsByFavorite" -> !owners(function).isEmpty();
            case "RenameTag", "ListFavoritesByTag", "ListFavoritesByTagAndType" ->
                    !owners(function).isEmpty();
            case "TagFavorite", "MergeTag", "GetBookmarksImport" -> !owners(function).isEmpty();
            default -> true;
        };
    }

    /// Who has what the function needs.
    private List<String> owners(String function) {
        return COLLECTORS.stream().filter(user -> hasWhatNeeds(function, model.of(user))).toList();
    }

    private static boolean hasWhatNeeds(String function, Collection user) {
        var free = user.tags.values().stream().filter(tag -> tag.mergingInto == null).count();
        return switch (function) {
            case "GetFavorite", "ListTagsByFavorite" -> !user.favorites.isEmpty();
            case "RenameTag", "ListFavoritesByTag", "ListFavoritesByTagAndType" ->
                    !user.tags.isEmpty();
            case "TagFavorite" -> !user.favorites.isEmpty() && free > 0;
            case "MergeTag" -> free > 1;
            case "GetBookmarksImport" -> !user.imports.isEmpty();
            default -> true;
        };
    }

    @Override
    public Call call(String function) {
        var owners = owners(function);
        var owner = chance.of(owners.isEmpty() ? COLLECTORS : owners);
        var user = model.of(owner);
        var call = Call.of(function, owner).at("userId", owner);
        return switch (function) {
            case "ClipFavorite" -> call.at("dataId", chance.of(DATA)).body(description());
            case "GetFavorite", "UnclipFavorite", "ListTagsByFavorite" ->
                    call.at("dataId", data(user));
            case "ListFavorites" -> ordered(call);
            case "ListFavoritesByType" -> ordered(call.at("dataType", chance.of(TYPES)));
            case "SearchFavorites" ->
                    call.query("q", chance.oneIn(9) ? chance.any("器", "!") : chance.of(QUERIES));
            case "FindFavoritesByUrl" ->
                    call.query("url", chance.oneIn(12) ? "example.com" : chance.of(URLS));
            case "CreateTag" -> call.at("tagId", newTag(user)).body(naming(user));
            case "RenameTag" -> call.at("tagId", tag(user)).body(naming(user));
            case "DeleteTag" -> call.at("tagId", tag(user));
            case "ListTags" -> listTags(call);
            case "MergeTag" -> merge(call, user);
            case "TagFavorite" -> call.at("dataId", data(user)).at("tagId", freeTag(user));
            case "UntagFavorite" -> untag(call, user);
            case "ListFavoritesByTag" -> ordered(call.at("tagId", tag(user)));
            case "ListFavoritesByTagAndType" ->
                    ordered(call.at("tagId", tag(user)).at("dataType", chance.of(TYPES)));
            case "ImportBookmarks" -> importFile(call);
            case "GetBookmarksImport" ->
                    call.at(
                            "importId",
                            user.imports.isEmpty() ? "none" : chance.of(user.imports.keySet()));
            default -> call;
        };
    }

    private Map<String, Object> description() {
        var body = new LinkedHashMap<String, Object>();
        body.put("dataType", chance.of(TYPES));
        body.put("title", chance.of(TITLES));
        if (!chance.oneIn(3)) {
            body.put("contentUrl", chance.of(URLS));
        }
        if (chance.oneIn(4)) {
            body.put("thumbnailUrl", "https://example.com/t.png");
        }
        if (chance.oneIn(4)) {
            body.put("creatorId", "cid");
        }
        if (chance.oneIn(3)) {
            body.put("note", chance.any("seen from the harbour", ""));
        }
        if (chance.oneIn(3)) {
            body.put("clipTime", chance.of(CLIP_TIMES));
        }
        return body;
    }

    private Call ordered(Call call) {
        return chance.oneIn(3) ? call.query("order", chance.any("asc", "desc")) : call;
    }

    private Call listTags(Call call) {
        var sort = chance.any("", "tagName", "createTime", "lastAccessTime", "tagId");
        return ordered(sort.isEmpty() ? call : call.query("sort", sort));
    }

    /// Mostly a name that nobody has.
    private Map<String, Object> naming(Collection user) {
        var name = chance.of(NAMES);
        for (var times = 0; times < 5 && user.named(NameRules.normalised(name)) != null; times++) {
            name = chance.of(NAMES);
        }
        return Map.of("tagName", chance.oneIn(6) ? chance.of(NAMES) : name);
    }

    private Call merge(Call call, Collection user) {
        var into = freeTag(user);
        var tag = tag(user);
        for (var times = 0; times < 5 && tag.equals(into); times++) {
            tag = freeTag(user);
        }
        var merge = call.at("tagId", tag).body(Map.of("into", into));
        return chance.oneIn(4) ? merge.header("idempotency-key", chance.any("k1", "k2")) : merge;
    }

    private Call untag(Call call, Collection user) {
        var pairs = new ArrayList<String>();
        user.favorites.forEach(
                (data, favorite) -> favorite.tags.forEach(tag -> pairs.add(data + ' ' + tag)));
        if (pairs.isEmpty() || chance.oneIn(4)) {
            return call.at("dataId", data(user)).at("tagId", tag(user));
        }
        var pair = chance.of(pairs).split(" ", -1);
        return call.at("dataId", pair[0]).at("tagId", pair[1]);
    }

    private Call importFile(Call call) {
        imports++;
        var lines = new ArrayList<String>();
        var isInFolder = chance.oneIn(3);
        if (isInFolder) {
            lines.add("<DT><H3>" + chance.any("Web", "weather") + "</H3>");
            lines.add("<DL><p>");
        }
        for (var count = chance.below(4); count > 0; count--) {
            lines.add(bookmark());
        }
        if (isInFolder) {
            lines.add("</DL><p>");
        }
        var sent =
                call.header("content-type", "text/html")
                        .body(Bookmarks.file(lines))
                        .naming("i" + imports);
        if (chance.oneIn(4)) {
            sent = sent.query("strict", chance.any("true", "false"));
        }
        return chance.oneIn(4) ? sent.header("idempotency-key", chance.any("k1", "k2")) : sent;
    }

    private String bookmark() {
        var isNamed = chance.oneIn(4);
        var href = chance.oneIn(8) ? "javascript:void(0)" : chance.of(URLS);
        var line = new StringBuilder("<DT><A HREF=\"").append(href).append('"');
        if (chance.oneIn(2)) {
            line.append(" ADD_DATE=\"").append(chance.any("1700000000", "1600000000")).append('"');
        }
        if (chance.oneIn(2)) {
            line.append(" TAGS=\"").append(chance.any("web", "fog,Web", "pier")).append('"');
        }
        if (isNamed) {
            line.append(" DATA_ID=\"").append(chance.of(DATA)).append('"');
            line.append(" DATA_TYPE=\"").append(chance.of(TYPES)).append('"');
        }
        return line.append('>').append(chance.any("Harbour fog", "Pier")).append("</A>").toString();
    }

    private String data(Collection user) {
        return user.favorites.isEmpty() || chance.oneIn(15)
                ? chance.of(DATA)
                : chance.of(user.favorites.keySet());
    }

    private String tag(Collection user) {
        return user.tags.isEmpty() || chance.oneIn(15)
                ? chance.of(TAGS)
                : chance.of(user.tags.keySet());
    }

    private String newTag(Collection user) {
        var free = new TreeSet<>(TAGS);
        free.removeAll(user.tags.keySet());
        return free.isEmpty() || chance.oneIn(5) ? chance.of(TAGS) : chance.of(free);
    }

    /// A tag that is not being merged.
    private String freeTag(Collection user) {
        var free =
                user.tags.entrySet().stream()
                        .filter(tag -> tag.getValue().mergingInto == null)
                        .map(Map.Entry::getKey)
                        .toList();
        return free.isEmpty() || chance.oneIn(15) ? tag(user) : chance.of(free);
    }
}
