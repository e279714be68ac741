package plaza.model;

import static plaza.model.JsonDifference.object;
import static plaza.model.JsonDifference.text;
import static plaza.model.JsonDifference.time;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Personal collections: favorites, their tags, search, bookmarks files.
///
/// At once true: favorites, tags, which favorite has which tag. Through the stream: how many
/// favorites a tag has, whether a search finds what has just changed, in which list of a kind a
/// favorite stands that has changed its kind, and what a merge or an import does.
class FavoritesModel implements Model {
    private static final Duration ACCESS_STEP = Duration.ofSeconds(60);
    private static final Duration IMPORTS_KEPT = Duration.ofDays(14);

    static final class Favorite {
        String dataType = "";
        String title = "";
        @Nullable String contentUrl;
        @Nullable String thumbnailUrl;
        @Nullable String creatorId;
        @Nullable String note;
        Instant clipTime = Instant.EPOCH;

        /// Whether the stream has brought it to the search as it is.
        boolean isIndexed;

        /// Whether the stream has brought it to the lists of its kind.
        boolean isPlaced = true;

        final TreeSet<String> tags = new TreeSet<>();
    }

    static final class Tag {
        String name = "";
        Instant createTime = Instant.EPOCH;
        Instant lastAccessTime = Instant.EPOCH;
        @Nullable String mergingInto;

        /// What had it at some time, and what had it all the time, since the stream was at rest.
        final Set<String> ever = new HashSet<>();

        final Set<String> always = new HashSet<>();

        String normalised() {
            return NameRules.normalised(name);
        }
    }

    /// A tag that was deleted while it was being merged: its favorites still go to the target.
    record Ended(String tag, String into, Set<String> favorites) {}

    /// A bookmarks file on its way.
    record Import(
            Instant at,
            List<Bookmarks.Entry> entries,
            int joined,
            List<Object> problems,
            Outcome outcome) {}

    /// What became of the bookmarks of an import.
    static final class Outcome {
        final Set<String> added = new TreeSet<>();
        long addedCount;
        long alreadyThereCount;
    }

    static final class Collection {
        final TreeMap<String, Favorite> favorites = new TreeMap<>();
        final TreeMap<String, Tag> tags = new TreeMap<>();
        final List<Ended> ended = new ArrayList<>();
        final TreeMap<String, Import> imports = new TreeMap<>();
        final Set<String> running = new TreeSet<>();

        /// Tags that an import has made, whose ids are not known yet, by normalised name.
        final TreeMap<String, Tag> nameless = new TreeMap<>();

        @Nullable String named(String normalised) {
            for (var tag : tags.entrySet()) {
                if (tag.getValue().normalised().equals(normalised)) {
                    return tag.getKey();
                }
            }
            return null;
        }
    }

    final Map<String, Collection> collections = new TreeMap<>();

    Collection of(String user) {
        return collections.computeIfAbsent(user, _ -> new Collection());
    }

    /// A tag is not merged into itself; a strict import takes no file with a line that it cannot
    /// take.
    @Override
    public @Nullable Expected refusal(Call call) {
        var body = String.valueOf(call.body());
        return switch (call.function()) {
            case "MergeTag" ->
                    call.the("tagId").equals(text(JsonDifference.parse(body), "into"))
                            ? Expected.problem(422, "into")
                            : null;
            case "ImportBookmarks" -> {
                var lines =
                        Bookmarks.parse(body).problems().stream()
                                .filter(Bookmarks.Problem::isLoss)
                                .map(problem -> "line " + problem.line());
                var isStrict = "true".equals(call.query().get("strict"));
                var fields = lines.toArray(String[]::new);
                yield isStrict && fields.length > 0 ? Expected.problem(422, fields) : null;
            }
            default -> null;
        };
    }

    @Override
    public Expected answer(Call call, Instant now) {
        var user = of(call.the("userId"));
        return switch (call.function()) {
            case "ClipFavorite" -> clip(user, call, now);
            case "GetFavorite" -> {
                var favorite = user.favorites.get(call.the("dataId"));
                yield favorite == null
                        ? Expected.notFound("dataId")
                        : Expected.ok(shown(call.the("dataId"), favorite));
            }
            case "UnclipFavorite" -> unclip(user, call.the("dataId"));
            case "ListFavorites" -> list(user, call, _ -> true, _ -> true);
            case "ListFavoritesByType" ->
                    list(user, call, f -> f.dataType.equals(call.the("dataType")), _ -> true);
            case "SearchFavorites" -> search(user, call);
            case "FindFavoritesByUrl" -> find(user, call);
            case "CreateTag" -> createTag(user, call, now);
            case "RenameTag" -> renameTag(user, call);
            case "DeleteTag" -> deleteTag(user, call.the("tagId"));
            case "ListTags" -> listTags(user, call);
            case "MergeTag" -> merge(user, call);
            case "TagFavorite" -> tag(user, call.the("dataId"), call.the("tagId"));
            case "UntagFavorite" -> untag(user, call.the("dataId"), call.the("tagId"));
            case "ListTagsByFavorite" -> listTagsOf(user, call.the("dataId"));
            case "ListFavoritesByTag" ->
                    listUnder(user, call, now, f -> f.tags.contains(call.the("tagId")), _ -> true);
            case "ListFavoritesByTagAndType" ->
                    listUnder(
                            user,
                            call,
                            now,
                            f ->
                                    f.tags.contains(call.the("tagId"))
                                            && f.dataType.equals(call.the("dataType")),
                            f -> f.isPlaced);
            case "ImportBookmarks" -> importFile(user, call, now);
            case "GetBookmarksImport" -> getImport(user, call.the("importId"), now);
            case "ExportBookmarks" -> export(user);
            default -> throw new AssertionError("not of this context: " + call.function());
        };
    }

    // ---- favorites

    /// The first time it is saved; later it is described anew, whole, and keeps its clip time.
    private Expected clip(Collection user, Call call, Instant now) {
        var id = call.the("dataId");
        var body = JsonDifference.parse(String.valueOf(call.body()));
        var isNew = !user.favorites.containsKey(id);
        var favorite = user.favorites.computeIfAbsent(id, _ -> new Favorite());
        var before = shown(id, favorite);
        var type = String.valueOf(text(body, "dataType"));
        if (!isNew && !type.equals(favorite.dataType)) {
            favorite.isPlaced = false;
        }
        favorite.dataType = type;
        favorite.title = String.valueOf(text(body, "title"));
        favorite.contentUrl = text(body, "contentUrl");
        favorite.thumbnailUrl = text(body, "thumbnailUrl");
        favorite.creatorId = text(body, "creatorId");
        var note = text(body, "note");
        favorite.note = note == null || note.isEmpty() ? null : note;
        if (isNew) {
            var given = text(body, "clipTime");
            favorite.clipTime = given == null ? now : Instant.parse(given);
        }
        favorite.isIndexed &= before.equals(shown(id, favorite));
        return Expected.put(isNew, shown(id, favorite));
    }

    /// Its tags lose it at once.
    private Expected unclip(Collection user, String id) {
        var favorite = user.favorites.remove(id);
        if (favorite != null) {
            favorite.tags.forEach(tag -> {
                var had = user.tags.get(tag);
                if (had != null) {
                    had.always.remove(id);
                }
            });
        }
        user.ended.forEach(ended -> ended.favorites().remove(id));
        return Expected.noContent();
    }

    private Expected list(
            Collection user,
            Call call,
            Predicate<Favorite> isPossible,
            Predicate<Favorite> isRequired) {
        var ids = new ArrayList<String>();
        user.favorites.forEach((id, favorite) -> {
            if (isPossible.test(favorite)) {
                ids.add(id);
            }
        });
        var byClipTime =
                Comparator.<String, Instant>comparing(id -> favorite(user, id).clipTime)
                        .thenComparing(Comparator.naturalOrder());
        ids.sort("asc".equals(call.query().get("order")) ? byClipTime : byClipTime.reversed());
        return Expected.items(
                Admissible.list(
                        ids.stream().map(id -> shown(id, favorite(user, id))).toList(),
                        place -> isRequired.test(favorite(user, ids.get(place)))));
    }

    private Expected search(Collection user, Call call) {
        var query = call.query().get("q");
        if (query == null || !NameRules.canBeSearched(query)) {
            return Expected.problem(400, "q");
        }
        return list(
                user,
                call,
                f -> NameRules.matches(query, f.title, f.contentUrl, f.note),
                f -> f.isIndexed);
    }

    private Expected find(Collection user, Call call) {
        var url = call.query().get("url");
        if (url == null || !url.contains("://")) {
            return Expected.problem(400, "url");
        }
        return list(
                user,
                call,
                f -> f.contentUrl != null && NameRules.isSamePage(f.contentUrl, url),
                f -> f.isIndexed);
    }

    private static Favorite favorite(Collection user, String id) {
        var favorite = user.favorites.get(id);
        if (favorite == null) {
            throw new AssertionError("no such favorite: " + id);
        }
        return favorite;
    }

    // ---- tags

    /// A tag that is there keeps everything but its name.
    private Expected createTag(Collection user, Call call, Instant now) {
        var id = call.the("tagId");
        if (user.tags.containsKey(id)) {
            return renameTag(user, call);
        }
        var name = name(call);
        var other = user.named(NameRules.normalised(name));
        if (other != null) {
            return taken(user, other);
        }
        var tag = new Tag();
        tag.name = name;
        tag.createTime = now;
        tag.lastAccessTime = now;
        user.tags.put(id, tag);
        return Expected.created(shown(id, tag));
    }

    private Expected renameTag(Collection user, Call call) {
        var id = call.the("tagId");
        var tag = user.tags.get(id);
        if (tag == null) {
            return Expected.notFound("tagId");
        }
        var name = name(call);
        var other = user.named(NameRules.normalised(name));
        if (other != null && !other.equals(id)) {
            return taken(user, other);
        }
        tag.name = name;
        return Expected.ok(shown(id, tag));
    }

    private static String name(Call call) {
        return NameRules.folded(
                String.valueOf(text(JsonDifference.parse(String.valueOf(call.body())), "tagName")));
    }

    private static Expected taken(Collection user, String other) {
        var tag = user.tags.get(other);
        return Expected.problem(409, "tagName")
                .with("existingTagId", other)
                .with("existingTagName", tag == null ? "" : tag.name);
    }

    /// No favorite has it from now on. Where it was being merged, the merge goes on.
    private Expected deleteTag(Collection user, String id) {
        var tag = user.tags.remove(id);
        if (tag != null) {
            var had = new TreeSet<String>();
            user.favorites.forEach((data, favorite) -> {
                if (favorite.tags.remove(id)) {
                    had.add(data);
                }
            });
            if (tag.mergingInto != null) {
                user.ended.add(new Ended(id, tag.mergingInto, had));
            }
        }
        return Expected.noContent();
    }

    private Expected listTags(Collection user, Call call) {
        var sort = call.query().getOrDefault("sort", "createTime");
        var isByTime = sort.equals("createTime") || sort.equals("lastAccessTime");
        var order = call.query().getOrDefault("order", isByTime ? "desc" : "asc");
        Comparator<Map.Entry<String, Tag>> by =
                switch (sort) {
                    case "tagName" -> Comparator.comparing(tag -> tag.getValue().normalised());
                    case "createTime" -> Comparator.comparing(tag -> tag.getValue().createTime);
                    case "lastAccessTime" ->
                            Comparator.comparing(tag -> tag.getValue().lastAccessTime);
                    default -> Comparator.comparing(Map.Entry::getKey);
                };
        var tags = new ArrayList<>(user.tags.entrySet());
        user.nameless.values().forEach(tag -> tags.add(Map.entry("", tag)));
        by = by.thenComparing(Map.Entry::getKey);
        tags.sort(order.equals("desc") ? by.reversed() : by);
        var items = tags.stream().map(tag -> shown(tag.getKey(), tag.getValue())).toList();
        return Expected.items(items).then(found -> learnIds(user, found));
    }

    /// The ids of tags that an import has made.
    private static void learnIds(Collection user, Map<String, Object> found) {
        if (!user.nameless.isEmpty() && found.get("items") instanceof List<?> items) {
            for (var item : items) {
                if (item instanceof Map<?, ?> shown) {
                    var id = String.valueOf(shown.get("tagId"));
                    var name = NameRules.normalised(String.valueOf(shown.get("tagName")));
                    var tag = user.nameless.remove(name);
                    if (tag != null) {
                        user.tags.put(id, tag);
                        tag.always.forEach(data -> favorite(user, data).tags.add(id));
                    }
                }
            }
        }
    }

    /// From now on the tag takes no favorites; when the stream has come to rest the target has them
    /// all, and the tag is gone.
    private Expected merge(Collection user, Call call) {
        var id = call.the("tagId");
        var into = String.valueOf(text(JsonDifference.parse(String.valueOf(call.body())), "into"));
        var tag = user.tags.get(id);
        if (tag == null) {
            return Expected.notFound("tagId");
        }
        var target = user.tags.get(into);
        if (target == null) {
            return Expected.notFound("into");
        }
        if (target.mergingInto != null) {
            return Expected.problem(409, "into");
        }
        if (tag.mergingInto != null && !tag.mergingInto.equals(into)) {
            return Expected.problem(409, "tagId");
        }
        tag.mergingInto = into;
        return Expected.accepted(object("tagId", id, "into", into));
    }

    private Expected tag(Collection user, String data, String id) {
        var favorite = user.favorites.get(data);
        var tag = user.tags.get(id);
        if (favorite == null || tag == null) {
            return Expected.notFound(favorite == null ? "dataId" : "tagId");
        }
        if (tag.mergingInto != null) {
            return Expected.problem(409, "tagId");
        }
        var isNew = favorite.tags.add(id);
        tag.ever.add(data);
        forget(user, data, id);
        return Expected.put(isNew, object("dataId", data, "tagId", id));
    }

    private Expected untag(Collection user, String data, String id) {
        var favorite = user.favorites.get(data);
        var tag = user.tags.get(id);
        if (favorite != null) {
            favorite.tags.remove(id);
        }
        if (tag != null) {
            tag.always.remove(data);
        }
        forget(user, data, id);
        return Expected.noContent();
    }

    /// What is said of a favorite and a tag now, goes before what a tag of that id had before.
    private static void forget(Collection user, String data, String id) {
        user.ended.forEach(ended -> {
            if (ended.tag().equals(id)) {
                ended.favorites().remove(data);
            }
        });
    }

    private Expected listTagsOf(Collection user, String data) {
        var favorite = user.favorites.get(data);
        if (favorite == null) {
            return Expected.notFound("dataId");
        }
        var items = new ArrayList<Object>();
        for (var id : favorite.tags) {
            var tag = user.tags.get(id);
            if (tag != null) {
                items.add(shown(id, tag));
            }
        }
        return Expected.items(items);
    }

    /// To look at what a tag has moves its last access, at most once a minute.
    private Expected listUnder(
            Collection user,
            Call call,
            Instant now,
            Predicate<Favorite> isPossible,
            Predicate<Favorite> isRequired) {
        var tag = user.tags.get(call.the("tagId"));
        if (tag == null) {
            return Expected.notFound("tagId");
        }
        if (!now.isBefore(tag.lastAccessTime.plus(ACCESS_STEP))) {
            tag.lastAccessTime = now;
        }
        return list(user, call, isPossible, isRequired);
    }

    // ---- bookmarks files

    private Expected importFile(Collection user, Call call, Instant now) {
        var file = Bookmarks.parse(String.valueOf(call.body()));
        var problems = new ArrayList<Object>();
        file.problems()
                .forEach(problem ->
                        problems.add(
                                object(
                                        "line",
                                        (long) problem.line(),
                                        "code",
                                        problem.code(),
                                        "detail",
                                        Admissible.anyText())));
        var begun = new Import(now, file.entries(), file.joined(), problems, new Outcome());
        return Expected.accepted(shown(Admissible.anyText(), begun, false))
                .then(made -> {
                    var id = String.valueOf(made.get("importId"));
                    user.imports.put(id, begun);
                    user.running.add(id);
                });
    }

    private Expected getImport(Collection user, String id, Instant now) {
        var begun = user.imports.get(id);
        return begun == null || !now.isBefore(begun.at().plus(IMPORTS_KEPT))
                ? Expected.notFound("importId")
                : Expected.ok(shown(id, begun, !user.running.contains(id)));
    }

    /// Newest first; the names of the tags in the order of their ids.
    private Expected export(Collection user) {
        var ids = new ArrayList<>(user.favorites.keySet());
        ids.sort(
                Comparator.<String, Instant>comparing(id -> favorite(user, id).clipTime)
                        .thenComparing(Comparator.naturalOrder())
                        .reversed());
        var items = new ArrayList<Object>();
        for (var id : ids) {
            var favorite = favorite(user, id);
            var names = new ArrayList<String>();
            for (var tagId : favorite.tags) {
                var tag = user.tags.get(tagId);
                if (tag != null) {
                    names.add(tag.name.replace("%", "%25").replace(",", "%2C"));
                }
            }
            items.add(
                    object(
                            "href",
                            favorite.contentUrl == null
                                    ? "urn:plaza:favorite:" + id
                                    : favorite.contentUrl,
                            "add_date",
                            Long.toString(favorite.clipTime.getEpochSecond()),
                            "tags",
                            names.isEmpty() ? null : String.join(",", names),
                            "data_id",
                            id,
                            "data_type",
                            favorite.dataType,
                            "clip_time",
                            time(favorite.clipTime),
                            "thumbnail_url",
                            favorite.thumbnailUrl,
                            "creator_id",
                            favorite.creatorId,
                            "title",
                            favorite.title,
                            "note",
                            favorite.note));
        }
        return Expected.items(items);
    }

    // ---- through the stream

    @Override
    public boolean isBusy() {
        return collections.values().stream()
                .anyMatch(user ->
                        !user.running.isEmpty()
                                || !user.ended.isEmpty()
                                || user.tags.values().stream()
                                        .anyMatch(tag -> tag.mergingInto != null));
    }

    @Override
    public void rest(Instant now) {
        collections.values().forEach(user -> rest(user, now));
    }

    private static void rest(Collection user, Instant now) {
        for (var id : user.running) {
            var begun = user.imports.get(id);
            if (begun != null) {
                // Jobs run after the changes of their batch, so what was clipped meanwhile is
                // found.
                var known = new TreeMap<>(user.favorites);
                begun.entries().forEach(entry -> save(user, begun, known, entry, now));
            }
        }
        user.running.clear();
        merge(user);
        user.favorites
                .values()
                .forEach(favorite -> {
                    favorite.isIndexed = true;
                    favorite.isPlaced = true;
                });
        user.tags.forEach((id, tag) -> {
            tag.ever.clear();
            user.favorites.forEach((data, favorite) -> {
                if (favorite.tags.contains(id)) {
                    tag.ever.add(data);
                }
            });
            tag.always.clear();
            tag.always.addAll(tag.ever);
        });
    }

    /// A bookmark whose exact address was found when the file was sent, and still is, only brings
    /// tags; so does one whose id is there with its address.
    ///
    /// @param known the favorites that existed before the import
    private static void save(
            Collection user,
            Import begun,
            Map<String, Favorite> known,
            Bookmarks.Entry entry,
            Instant now) {
        var id = idOf(user, known, entry);
        if (!user.favorites.containsKey(id)) {
            var favorite = new Favorite();
            favorite.dataType = entry.dataType();
            favorite.title = entry.title();
            favorite.contentUrl = entry.url();
            favorite.note = entry.note();
            favorite.clipTime = entry.clipTime() == null ? begun.at() : entry.clipTime();
            user.favorites.put(id, favorite);
            begun.outcome().added.add(id);
        }
        if (begun.outcome().added.contains(id)) {
            begun.outcome().addedCount++;
        } else {
            begun.outcome().alreadyThereCount++;
        }
        for (var name : entry.tags()) {
            give(user, id, name, now);
        }
    }

    private static String idOf(
            Collection user, Map<String, Favorite> favorites, Bookmarks.Entry entry) {
        var there = user.favorites.get(entry.dataId());
        var url = entry.url();
        if (there == null ? entry.isNamed() : url == null || url.equals(there.contentUrl)) {
            return entry.dataId();
        }
        String found = null;
        Instant newest = null;
        for (var known : favorites.entrySet()) {
            var favorite = known.getValue();
            if (String.valueOf(url).equals(favorite.contentUrl)
                    && (newest == null || !favorite.clipTime.isBefore(newest))) {
                newest = favorite.clipTime;
                found = known.getKey();
            }
        }
        return found == null ? Bookmarks.fingerprint(String.valueOf(url)) : found;
    }

    private static void give(Collection user, String data, String name, Instant now) {
        var normalised = NameRules.normalised(name);
        var id = user.named(normalised);
        var tag = id == null ? null : user.tags.get(id);
        if (id == null || tag == null) {
            var made =
                    user.nameless.computeIfAbsent(
                            normalised,
                            _ -> {
                                var fresh = new Tag();
                                fresh.name = NameRules.folded(name);
                                fresh.createTime = now;
                                fresh.lastAccessTime = now;
                                return fresh;
                            });
            made.always.add(data);
            made.ever.add(data);
        } else if (tag.mergingInto == null) {
            favorite(user, data).tags.add(id);
            forget(user, data, id);
        }
    }

    /// Every merge ends: with all favorites under the last target of the chain, or given up where
    /// that is gone.
    private static void merge(Collection user) {
        var targets = new TreeMap<String, String>();
        user.tags.forEach((id, tag) -> {
            var target = tag.mergingInto == null ? null : target(user, tag.mergingInto);
            if (target != null) {
                targets.put(id, target);
            }
        });
        for (var ended : user.ended) {
            var target = target(user, ended.into());
            for (var data : ended.favorites()) {
                var favorite = user.favorites.get(data);
                if (favorite != null && target != null) {
                    favorite.tags.add(target);
                }
            }
        }
        user.ended.clear();
        targets.forEach((id, target) -> {
            user.favorites
                    .values()
                    .forEach(favorite -> {
                        if (favorite.tags.remove(id)) {
                            favorite.tags.add(target);
                        }
                    });
            user.tags.remove(id);
        });
        user.tags.values().forEach(tag -> tag.mergingInto = null);
    }

    private static @Nullable String target(Collection user, String first) {
        var id = first;
        for (var tag = user.tags.get(id); tag != null; tag = user.tags.get(id)) {
            if (tag.mergingInto == null) {
                return id;
            }
            id = tag.mergingInto;
        }
        return null;
    }

    @Override
    public List<Call> unknown() {
        var calls = new ArrayList<Call>();
        collections.forEach((user, collection) -> {
            if (!collection.nameless.isEmpty()) {
                calls.add(own("ListTags", user).query("sort", "tagName"));
            }
        });
        return calls;
    }

    @Override
    public List<Call> readings() {
        var calls = new ArrayList<Call>();
        collections.forEach((user, collection) -> calls.addAll(readings(user, collection)));
        return calls;
    }

    private static List<Call> readings(String user, Collection collection) {
        var calls = new ArrayList<Call>();
        calls.add(own("ListFavorites", user));
        calls.add(own("ListFavorites", user).query("order", "asc"));
        calls.add(own("ExportBookmarks", user));
        for (var sort : List.of("tagName", "createTime", "lastAccessTime", "tagId")) {
            calls.add(own("ListTags", user).query("sort", sort));
            calls.add(own("ListTags", user).query("sort", sort).query("order", "desc"));
        }
        for (var type : FavoriteCallers.TYPES) {
            calls.add(own("ListFavoritesByType", user).at("dataType", type));
        }
        for (var query : FavoriteCallers.QUERIES) {
            calls.add(own("SearchFavorites", user).query("q", query));
        }
        for (var url : FavoriteCallers.URLS) {
            calls.add(own("FindFavoritesByUrl", user).query("url", url));
        }
        for (var data : collection.favorites.keySet()) {
            calls.add(own("GetFavorite", user).at("dataId", data));
            calls.add(own("ListTagsByFavorite", user).at("dataId", data));
        }
        for (var tag : collection.tags.keySet()) {
            calls.add(own("ListFavoritesByTag", user).at("tagId", tag));
            for (var type : FavoriteCallers.TYPES) {
                calls.add(
                        own("ListFavoritesByTagAndType", user)
                                .at("tagId", tag)
                                .at("dataType", type));
            }
        }
        for (var id : collection.imports.keySet()) {
            calls.add(own("GetBookmarksImport", user).at("importId", id));
        }
        return calls;
    }

    private static Call own(String function, String user) {
        return Call.of(function, user).at("userId", user);
    }

    // ---- on the wire

    private static Map<String, Object> shown(String id, Favorite favorite) {
        return object(
                "dataId", id,
                "dataType", favorite.dataType,
                "title", favorite.title,
                "contentUrl", favorite.contentUrl,
                "thumbnailUrl", favorite.thumbnailUrl,
                "creatorId", favorite.creatorId,
                "clipTime", time(favorite.clipTime),
                "note", favorite.note);
    }

    private static Map<String, Object> shown(String id, Tag tag) {
        return object(
                "tagId",
                id.isEmpty() ? Admissible.anyText() : id,
                "tagName",
                tag.name,
                "createTime",
                time(tag.createTime),
                "lastAccessTime",
                time(tag.lastAccessTime),
                "favoriteCount",
                tag.always.containsAll(tag.ever)
                        ? (Object) (long) tag.ever.size()
                        : Admissible.between(tag.always.size(), tag.ever.size()),
                "mergingInto",
                tag.mergingInto);
    }

    private static Map<String, Object> shown(Object id, Import begun, boolean isDone) {
        long count = begun.entries().size();
        return object(
                "importId",
                id,
                "status",
                isDone || count == 0 ? "done" : "running",
                "bookmarks",
                count,
                "done",
                isDone ? count : 0L,
                "added",
                begun.outcome().addedCount,
                "alreadyThere",
                begun.outcome().alreadyThereCount,
                "joined",
                (long) begun.joined(),
                "refused",
                0L,
                "createTime",
                time(begun.at()),
                "problemCount",
                (long) begun.problems().size(),
                "problems",
                begun.problems());
    }
}
