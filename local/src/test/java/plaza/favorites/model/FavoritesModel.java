package plaza.favorites.model;

import static plaza.model.expected.JsonDifference.object;
import static plaza.model.expected.JsonDifference.text;
import static plaza.model.expected.JsonDifference.time;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import plaza.model.expected.Admissible;
import plaza.model.expected.Call;
import plaza.model.expected.ExpectedResponse;
import plaza.model.expected.JsonDifference;
import plaza.model.expected.Model;
import plaza.model.expected.NameRules;

/// Personal collections: favorites, their tags, search and bookmarks files.
///
/// Favorites, searches, tags and the tags of each favorite are consistent immediately. Eventual,
/// and up to date when the stream is drained, are the favorite count of a tag, the list under a tag
/// and type after the type of a favorite changed, and the results of merges and imports.
public class FavoritesModel implements Model {
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

        /// Whether the lists by tag and type are certainly up to date.
        boolean isListedByType = true;

        /// The import that added it, until the user changes it.
        @Nullable String addedBy;

        final TreeSet<String> tags = new TreeSet<>();
    }

    static final class Tag {
        String name = "";
        Instant createTime = Instant.EPOCH;
        Instant lastAccessTime = Instant.EPOCH;
        @Nullable String mergingInto;

        /// The import that created it, until the user uses it.
        @Nullable String addedBy;

        /// The imports that gave the tag to favorites that they did not add, by favorite.
        final Map<String, String> importsByFavorite = new TreeMap<>();

        /// The favorites that had the tag at some time since the stream was drained.
        final Set<String> ever = new HashSet<>();

        /// The favorites that had the tag all the time since then.
        final Set<String> always = new HashSet<>();

        String normalised() {
            return NameRules.normalised(name);
        }
    }

    /// An import of a bookmarks file.
    record Import(
            Instant at,
            List<SentBookmarks.Entry> entries,
            int joined,
            int refused,
            boolean isEmpty,
            List<Object> problems,
            ImportOutcome outcome) {}

    /// The results of the bookmarks of an import.
    static final class ImportOutcome {
        final Set<String> added = new TreeSet<>();
        @Nullable Boolean isUndone;
        long removedCount;
        long addedCount;
        long alreadyThereCount;
    }

    /// A bulk change of favorites.
    ///
    /// @param hits the favorites that the search found
    record BulkChange(Instant at, String action, @Nullable String tag, List<String> hits) {}

    static final class UserFavorites {
        final TreeMap<String, Favorite> favorites = new TreeMap<>();
        final TreeMap<String, Tag> tags = new TreeMap<>();

        // In the order of creation, because ids of the same time have a random order, and a
        // generator must choose the same ones again.
        final Map<String, Import> imports = new LinkedHashMap<>();
        final Set<String> running = new TreeSet<>();
        final Map<String, BulkChange> changes = new LinkedHashMap<>();
        final List<BulkChange> runningChanges = new ArrayList<>();

        /// Tags that an import created, by normalized name, until a response contains their ids.
        final TreeMap<String, Tag> tagsWithoutId = new TreeMap<>();

        @Nullable String named(String normalised) {
            for (var tag : tags.entrySet()) {
                if (tag.getValue().normalised().equals(normalised)) {
                    return tag.getKey();
                }
            }
            return null;
        }
    }

    final Map<String, UserFavorites> collections = new TreeMap<>();

    UserFavorites of(String user) {
        return collections.computeIfAbsent(user, _ -> new UserFavorites());
    }

    /// Rejects the merge of a tag into itself, and searches and bulk changes that are malformed.
    @Override
    public List<String> creators() {
        return List.of("ClipFavorite", "ClipFavorite", "CreateTag", "TagFavorite");
    }

    @Override
    public Map<String, List<String>> requiredFields() {
        return Map.of(
                "ClipFavorite", List.of("dataType", "title"),
                "ChangeFavorites", List.of("action"),
                "CreateTag", List.of("tagName"),
                "RenameTag", List.of("tagName"),
                "MergeTag", List.of("into"));
    }

    @Override
    public boolean isWellFormed(String parameter, String value) {
        return parameter.equals("dataType")
                ? value.matches("image|video|link|file|music|chat|voice|note|location|post")
                : ID.matcher(value).matches();
    }

    @Override
    public List<String> newIds() {
        return List.of("importId", "changeId");
    }

    @Override
    public boolean drainsBefore(String function) {
        return drainsAfter(function) || function.equals("ImportBookmarks");
    }

    @Override
    public boolean drainsAfter(String function) {
        return Set.of("UndoImport", "ChangeFavorites").contains(function);
    }

    @Override
    public ArrayNode items(JsonNode body) {
        return body.isTextual() ? ExportedBookmarks.items(body.asText()) : Model.super.items(body);
    }

    @Override
    public @Nullable ExpectedResponse rejection(Call call) {
        var body = String.valueOf(call.body());
        return switch (call.function()) {
            case "MergeTag" ->
                    call.pathValue("tagId").equals(text(JsonDifference.parse(body), "into"))
                            ? ExpectedResponse.problem(422, "into")
                            : null;
            case "ChangeFavorites" -> {
                var search = searchRejection(call);
                yield search == null ? changeRejection(JsonDifference.parse(body)) : search;
            }
            case "SearchFavorites" -> searchRejection(call);
            default -> null;
        };
    }

    @Override
    public ExpectedResponse respond(Call call, Instant now) {
        var user = of(call.pathValue("userId"));
        return switch (call.function()) {
            case "ClipFavorite" -> clip(user, call, now);
            case "GetFavorite" -> {
                var favorite = user.favorites.get(call.pathValue("dataId"));
                yield favorite == null
                        ? ExpectedResponse.notFound("dataId")
                        : ExpectedResponse.ok(toBody(call.pathValue("dataId"), favorite));
            }
            case "PatchFavorite" -> patch(user, call);
            case "UnclipFavorite" -> unclip(user, call.pathValue("dataId"));
            case "ListFavorites" -> list(user, call, _ -> true, _ -> true);
            case "ListFavoritesByType" ->
                    list(user, call, f -> f.dataType.equals(call.pathValue("dataType")), _ -> true);
            case "SearchFavorites" -> search(user, call);
            case "FindFavoritesByUrl" -> find(user, call);
            case "ChangeFavorites" -> change(user, call, now);
            case "GetFavoritesChange" -> {
                var change = user.changes.get(call.pathValue("changeId"));
                yield change == null || !now.isBefore(change.at().plus(IMPORTS_KEPT))
                        ? ExpectedResponse.notFound("changeId")
                        : ExpectedResponse.ok(toBody(call.pathValue("changeId"), change, true));
            }
            case "CreateTag" -> createTag(user, call, now);
            case "RenameTag" -> renameTag(user, call);
            case "DeleteTag" -> deleteTag(user, call.pathValue("tagId"));
            case "ListTags" -> listTags(user, call);
            case "MergeTag" -> merge(user, call);
            case "TagFavorite" -> tag(user, call.pathValue("dataId"), call.pathValue("tagId"));
            case "UntagFavorite" -> untag(user, call.pathValue("dataId"), call.pathValue("tagId"));
            case "ListTagsByFavorite" -> listTagsOf(user, call.pathValue("dataId"));
            case "ListFavoritesByTag" ->
                    listUnder(
                            user,
                            call,
                            now,
                            f -> f.tags.contains(call.pathValue("tagId")),
                            _ -> true);
            case "ListFavoritesByTagAndType" ->
                    listUnder(
                            user,
                            call,
                            now,
                            f ->
                                    f.tags.contains(call.pathValue("tagId"))
                                            && f.dataType.equals(call.pathValue("dataType")),
                            f -> f.isListedByType);
            case "ImportBookmarks" -> importFile(user, call, now);
            case "UndoImport" -> undo(user, call.pathValue("importId"), now);
            case "GetBookmarksImport" -> getImport(user, call.pathValue("importId"), now);
            case "ListBookmarksImports" -> listImports(user, now);
            case "ExportBookmarks" -> export(user);
            default ->
                    throw new AssertionError("not a function of this context: " + call.function());
        };
    }

    // ---- favorites

    /// Creates the favorite, or replaces all fields but the clip time.
    private ExpectedResponse clip(UserFavorites user, Call call, Instant now) {
        var id = call.pathValue("dataId");
        var body = JsonDifference.parse(String.valueOf(call.body()));
        var rejection = tagsRejection(user, body);
        if (rejection != null) {
            return rejection;
        }
        var isNew = !user.favorites.containsKey(id);
        var favorite = user.favorites.computeIfAbsent(id, _ -> new Favorite());
        var before = toBody(id, favorite);
        var type = String.valueOf(text(body, "dataType"));
        if (!isNew && !type.equals(favorite.dataType)) {
            favorite.isListedByType = false;
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
        if (!before.equals(toBody(id, favorite))) {
            favorite.addedBy = null;
        }
        replaceTags(user, id, favorite, body);
        return ExpectedResponse.put(isNew, toBody(id, favorite));
    }

    private static @Nullable ExpectedResponse tagsRejection(
            UserFavorites user, Map<String, Object> body) {
        for (var id : tags(body)) {
            var tag = user.tags.get(id);
            if (tag == null) {
                return ExpectedResponse.notFound("tags");
            }
            if (tag.mergingInto != null) {
                return ExpectedResponse.problem(409, "tags");
            }
        }
        return null;
    }

    /// The favorite has the tags of the body and no others. Without the field, they remain.
    private static void replaceTags(
            UserFavorites user, String data, Favorite favorite, Map<String, Object> body) {
        if (body.containsKey("tags")) {
            var wanted = tags(body);
            for (var id : List.copyOf(favorite.tags)) {
                if (!wanted.contains(id)) {
                    var _ = untag(user, data, id);
                }
            }
            wanted.forEach(id -> tag(user, data, id));
        }
    }

    private static List<String> tags(Map<String, Object> body) {
        return body.get("tags") instanceof List<?> ids
                ? ids.stream().map(String::valueOf).toList()
                : List.of();
    }

    /// Replaces the fields in the body; null removes them.
    private ExpectedResponse patch(UserFavorites user, Call call) {
        var id = call.pathValue("dataId");
        var body = JsonDifference.parse(String.valueOf(call.body()));
        if (body.containsKey("title") && body.get("title") == null) {
            return ExpectedResponse.problem(400, "title");
        }
        var rejection = tagsRejection(user, body);
        if (rejection != null) {
            return rejection;
        }
        var favorite = user.favorites.get(id);
        if (favorite == null) {
            return ExpectedResponse.notFound("dataId");
        }
        var before = toBody(id, favorite);
        if (body.containsKey("dataType")) {
            var type = String.valueOf(text(body, "dataType"));
            favorite.isListedByType &= type.equals(favorite.dataType);
            favorite.dataType = type;
        }
        if (body.containsKey("title")) {
            favorite.title = String.valueOf(text(body, "title"));
        }
        if (body.containsKey("contentUrl")) {
            favorite.contentUrl = text(body, "contentUrl");
        }
        if (body.containsKey("note")) {
            var note = text(body, "note");
            favorite.note = note == null || note.isEmpty() ? null : note;
        }
        if (!before.equals(toBody(id, favorite))) {
            favorite.addedBy = null;
        }
        replaceTags(user, id, favorite, body);
        return ExpectedResponse.ok(toBody(id, favorite));
    }

    /// Deletes the favorite; its tags lose it immediately.
    private static ExpectedResponse unclip(UserFavorites user, String id) {
        var favorite = user.favorites.remove(id);
        if (favorite != null) {
            favorite.tags.forEach(tag -> {
                tagOf(user, tag).importsByFavorite.remove(id);
                tagOf(user, tag).always.remove(id);
            });
        }
        return ExpectedResponse.noContent();
    }

    private ExpectedResponse list(
            UserFavorites user,
            Call call,
            Predicate<Favorite> isPossible,
            Predicate<Favorite> isRequired) {
        return list(user, call, isPossible, isRequired, FavoritesModel::toBody);
    }

    private ExpectedResponse list(
            UserFavorites user,
            Call call,
            Predicate<Favorite> isPossible,
            Predicate<Favorite> isRequired,
            BiFunction<String, Favorite, Map<String, Object>> toBody) {
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
        return ExpectedResponse.items(
                Admissible.list(
                        ids.stream()
                                .map(id -> {
                                    var body = toBody.apply(id, favorite(user, id));
                                    if (call.query().containsKey("expand")) {
                                        body.put("tags", tagReferences(user, favorite(user, id)));
                                    }
                                    return body;
                                })
                                .toList(),
                        index -> isRequired.test(favorite(user, ids.get(index)))));
    }

    private static @Nullable ExpectedResponse searchRejection(Call call) {
        var query = call.query().get("q");
        var isFiltered =
                call.query().keySet().stream()
                        .anyMatch(List.of("tag", "type", "untagged", "from", "to")::contains);
        var isRejected = query == null ? !isFiltered : !NameRules.canBeSearched(query);
        return isRejected ? ExpectedResponse.problem(400, "q") : null;
    }

    private ExpectedResponse search(UserFavorites user, Call call) {
        return hasUnknownTag(user, call)
                ? ExpectedResponse.notFound("tag")
                : list(user, call, f -> isFound(user, call.query(), f), _ -> true);
    }

    private static boolean hasUnknownTag(UserFavorites user, Call call) {
        var tag = call.query().get("tag");
        return tag != null && !user.tags.containsKey(tag);
    }

    private static boolean isFound(
            UserFavorites user, Map<String, String> criteria, Favorite favorite) {
        var query = criteria.get("q");
        var from = criteria.get("from");
        var to = criteria.get("to");
        var names = tagNames(user, favorite);
        return (query == null
                        || NameRules.matches(
                                query, favorite.title, favorite.contentUrl, favorite.note, names))
                && (!criteria.containsKey("tag") || favorite.tags.contains(criteria.get("tag")))
                && (!criteria.containsKey("untagged") || names.isEmpty())
                && favorite.dataType.equals(criteria.getOrDefault("type", favorite.dataType))
                && (from == null || !favorite.clipTime.isBefore(Instant.parse(from)))
                && (to == null || favorite.clipTime.isBefore(Instant.parse(to)));
    }

    // ---- bulk changes

    private static @Nullable ExpectedResponse changeRejection(Map<String, Object> body) {
        var isUnclip = "unclip".equals(text(body, "action"));
        return isUnclip == (text(body, "tagId") != null)
                ? ExpectedResponse.problem(400, "tagId")
                : null;
    }

    /// The stream is drained before and after the call, so no other job is running.
    private ExpectedResponse change(UserFavorites user, Call call, Instant now) {
        var body = JsonDifference.parse(String.valueOf(call.body()));
        var tag = text(body, "tagId");
        if (tag != null && !user.tags.containsKey(tag)) {
            return ExpectedResponse.notFound("tagId");
        }
        if (hasUnknownTag(user, call)) {
            return ExpectedResponse.notFound("tag");
        }
        var hits = new ArrayList<String>();
        user.favorites.forEach((id, favorite) -> {
            if (isFound(user, call.query(), favorite)) {
                hits.add(id);
            }
        });
        var change = new BulkChange(now, String.valueOf(text(body, "action")), tag, hits);
        return ExpectedResponse.accepted(toBody(Admissible.anyText(), change, hits.isEmpty()))
                .then(created -> {
                    user.changes.put(String.valueOf(created.get("changeId")), change);
                    user.runningChanges.add(change);
                });
    }

    private static void finish(UserFavorites user, BulkChange change) {
        var tag = String.valueOf(change.tag());
        for (var data : change.hits()) {
            var _ =
                    switch (change.action()) {
                        case "tag" -> tag(user, data, tag);
                        case "untag" -> untag(user, data, tag);
                        default -> unclip(user, data);
                    };
        }
    }

    private static Map<String, Object> toBody(Object id, BulkChange change, boolean isDone) {
        long matched = change.hits().size();
        return object(
                "changeId",
                id,
                "action",
                change.action(),
                "tagId",
                change.tag(),
                "state",
                isDone ? "done" : "running",
                "matched",
                matched,
                "done",
                isDone ? matched : 0L,
                "changed",
                isDone ? matched : 0L,
                "skipped",
                0L,
                "createTime",
                time(change.at()));
    }

    // ---- tags of favorites in searches and lists

    /// The tags of a favorite, by name.
    private static List<Object> tagReferences(UserFavorites user, Favorite favorite) {
        return favorite.tags.stream()
                .sorted(
                        Comparator.<String, String>comparing(id -> tagOf(user, id).normalised())
                                .thenComparing(Comparator.naturalOrder()))
                .<Object>map(id -> object("tagId", id, "tagName", tagOf(user, id).name))
                .toList();
    }

    private static Tag tagOf(UserFavorites user, String id) {
        var tag = user.tags.get(id);
        if (tag == null) {
            throw new AssertionError("there is no tag " + id);
        }
        return tag;
    }

    private static List<String> tagNames(UserFavorites user, Favorite favorite) {
        var names = new ArrayList<String>();
        favorite.tags.forEach(id -> names.add(tagOf(user, id).normalised()));
        user.tagsWithoutId.forEach((name, tag) -> {
            if (tag.always.stream().anyMatch(data -> user.favorites.get(data) == favorite)) {
                names.add(name);
            }
        });
        return names;
    }

    private ExpectedResponse find(UserFavorites user, Call call) {
        var url = call.query().get("url");
        if (url == null || !url.contains("://")) {
            return ExpectedResponse.problem(400, "url");
        }
        return list(
                user,
                call,
                f -> f.contentUrl != null && NameRules.isSamePage(f.contentUrl, url),
                _ -> true,
                (id, favorite) -> {
                    var body = toBody(id, favorite);
                    body.put("match", NameRules.match(String.valueOf(favorite.contentUrl), url));
                    return body;
                });
    }

    private static Favorite favorite(UserFavorites user, String id) {
        var favorite = user.favorites.get(id);
        if (favorite == null) {
            throw new AssertionError("there is no favorite " + id);
        }
        return favorite;
    }

    // ---- tags

    /// Creates the tag, or renames an existing one.
    private ExpectedResponse createTag(UserFavorites user, Call call, Instant now) {
        var id = call.pathValue("tagId");
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
        return ExpectedResponse.created(toBody(id, tag));
    }

    private ExpectedResponse renameTag(UserFavorites user, Call call) {
        var id = call.pathValue("tagId");
        var tag = user.tags.get(id);
        if (tag == null) {
            return ExpectedResponse.notFound("tagId");
        }
        var name = name(call);
        var other = user.named(NameRules.normalised(name));
        if (other != null && !other.equals(id)) {
            return taken(user, other);
        }
        if (!tag.name.equals(name)) {
            tag.addedBy = null;
        }
        tag.name = name;
        return ExpectedResponse.ok(toBody(id, tag));
    }

    private static String name(Call call) {
        return NameRules.folded(
                String.valueOf(text(JsonDifference.parse(String.valueOf(call.body())), "tagName")));
    }

    private static ExpectedResponse taken(UserFavorites user, String other) {
        return ExpectedResponse.problem(409, "tagName")
                .with("existingTagId", other)
                .with("existingTagName", tagOf(user, other).name);
    }

    /// Removes the tag from all favorites, unless it is being merged.
    private ExpectedResponse deleteTag(UserFavorites user, String id) {
        var tag = user.tags.get(id);
        if (tag != null && tag.mergingInto != null) {
            return ExpectedResponse.problem(409, "tagId");
        }
        user.tags.remove(id);
        user.favorites.values().forEach(favorite -> favorite.tags.remove(id));
        return ExpectedResponse.noContent();
    }

    private ExpectedResponse listTags(UserFavorites user, Call call) {
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
        user.tagsWithoutId.values().forEach(tag -> tags.add(Map.entry("", tag)));
        by = by.thenComparing(Map.Entry::getKey);
        tags.sort(order.equals("desc") ? by.reversed() : by);
        var items = tags.stream().map(tag -> toBody(tag.getKey(), tag.getValue())).toList();
        return ExpectedResponse.items(items).then(found -> learnIds(user, found));
    }

    /// Learns the ids of tags that an import created.
    private static void learnIds(UserFavorites user, Map<String, Object> found) {
        if (!user.tagsWithoutId.isEmpty() && found.get("items") instanceof List<?> items) {
            for (var item : items) {
                if (item instanceof Map<?, ?> toBody) {
                    var id = String.valueOf(toBody.get("tagId"));
                    var name = NameRules.normalised(String.valueOf(toBody.get("tagName")));
                    var tag = user.tagsWithoutId.remove(name);
                    if (tag != null) {
                        user.tags.put(id, tag);
                        tag.always.forEach(data -> favorite(user, data).tags.add(id));
                    }
                }
            }
        }
    }

    /// From now on no favorite can get the tag. When the stream is drained, the target has all its
    /// favorites, and the tag is deleted.
    private ExpectedResponse merge(UserFavorites user, Call call) {
        var id = call.pathValue("tagId");
        var into = String.valueOf(text(JsonDifference.parse(String.valueOf(call.body())), "into"));
        var tag = user.tags.get(id);
        if (tag == null) {
            return ExpectedResponse.notFound("tagId");
        }
        var target = user.tags.get(into);
        if (target == null) {
            return ExpectedResponse.notFound("into");
        }
        if (target.mergingInto != null) {
            return ExpectedResponse.problem(409, "into");
        }
        if (tag.mergingInto != null && !tag.mergingInto.equals(into)) {
            return ExpectedResponse.problem(409, "tagId");
        }
        tag.mergingInto = into;
        return ExpectedResponse.accepted(object("tagId", id, "into", into));
    }

    private static ExpectedResponse tag(UserFavorites user, String data, String id) {
        var favorite = user.favorites.get(data);
        var tag = user.tags.get(id);
        if (favorite == null || tag == null) {
            return ExpectedResponse.notFound(favorite == null ? "dataId" : "tagId");
        }
        if (tag.mergingInto != null) {
            return ExpectedResponse.problem(409, "tagId");
        }
        var isNew = favorite.tags.add(id);
        if (isNew) {
            tag.addedBy = null;
        }
        tag.ever.add(data);
        return ExpectedResponse.put(isNew, object("dataId", data, "tagId", id));
    }

    private static ExpectedResponse untag(UserFavorites user, String data, String id) {
        var favorite = user.favorites.get(data);
        var tag = user.tags.get(id);
        if (favorite != null) {
            favorite.tags.remove(id);
        }
        if (tag != null) {
            tag.importsByFavorite.remove(data);
            tag.always.remove(data);
        }
        return ExpectedResponse.noContent();
    }

    private ExpectedResponse listTagsOf(UserFavorites user, String data) {
        var favorite = user.favorites.get(data);
        if (favorite == null) {
            return ExpectedResponse.notFound("dataId");
        }
        return ExpectedResponse.items(
                favorite.tags.stream().map(id -> toBody(id, tagOf(user, id))).toList());
    }

    /// Lists favorites, and updates the last access of the tag at most once a minute.
    private ExpectedResponse listUnder(
            UserFavorites user,
            Call call,
            Instant now,
            Predicate<Favorite> isPossible,
            Predicate<Favorite> isRequired) {
        var tag = user.tags.get(call.pathValue("tagId"));
        if (tag == null) {
            return ExpectedResponse.notFound("tagId");
        }
        if (!now.isBefore(tag.lastAccessTime.plus(ACCESS_STEP))) {
            tag.lastAccessTime = now;
        }
        return list(user, call, isPossible, isRequired);
    }

    // ---- bookmarks files

    private ExpectedResponse importFile(UserFavorites user, Call call, Instant now) {
        var file = SentBookmarks.parse(String.valueOf(call.body()));
        var losses =
                file.problems().stream()
                        .filter(SentBookmarks.Problem::isLoss)
                        .map(problem -> "line " + problem.line())
                        .toArray(String[]::new);
        if ("true".equals(call.query().get("strict")) && losses.length > 0) {
            return ExpectedResponse.problem(422, losses);
        }
        var problems = new ArrayList<Object>();
        file.problems()
                .forEach(problem ->
                        problems.add(
                                object(
                                        "line",
                                        (long) problem.line(),
                                        "title",
                                        problem.title(),
                                        "url",
                                        problem.url(),
                                        "code",
                                        problem.code(),
                                        "detail",
                                        Admissible.anyText())));
        var started =
                new Import(
                        now,
                        file.entries(),
                        file.joined(),
                        file.refused(),
                        file.isEmpty(),
                        problems,
                        new ImportOutcome());
        return ExpectedResponse.accepted(toBody(Admissible.anyText(), started, false))
                .then(created -> {
                    var id = String.valueOf(created.get("importId"));
                    user.imports.put(id, started);
                    user.running.add(id);
                });
    }

    /// The stream is drained before and after the call, so no import is running.
    private ExpectedResponse undo(UserFavorites user, String id, Instant now) {
        var started = user.imports.get(id);
        if (started == null || !now.isBefore(started.at().plus(IMPORTS_KEPT))) {
            return ExpectedResponse.notFound("importId");
        }
        if (started.outcome().isUndone == null) {
            started.outcome().isUndone = false;
        }
        return ExpectedResponse.accepted(toBody(id, started, true));
    }

    private static void finishUndo(UserFavorites user, String id, ImportOutcome outcome) {
        outcome.isUndone = true;
        var added =
                user.favorites.entrySet().stream()
                        .filter(favorite -> id.equals(favorite.getValue().addedBy))
                        .map(Map.Entry::getKey)
                        .toList();
        outcome.removedCount = added.size();
        for (var data : added) {
            var favorite = user.favorites.remove(data);
            if (favorite != null) {
                user.tags.values().forEach(tag -> tag.importsByFavorite.remove(data));
            }
        }
        user.tags.forEach((tagId, tag) -> {
            var tagged = tag.importsByFavorite.entrySet().iterator();
            while (tagged.hasNext()) {
                var entry = tagged.next();
                if (entry.getValue().equals(id)) {
                    favorite(user, entry.getKey()).tags.remove(tagId);
                    tagged.remove();
                }
            }
        });
        user.tags
                .entrySet()
                .removeIf(tag ->
                        id.equals(tag.getValue().addedBy)
                                && user.favorites.values().stream()
                                        .noneMatch(f -> f.tags.contains(tag.getKey())));
    }

    private ExpectedResponse getImport(UserFavorites user, String id, Instant now) {
        var started = user.imports.get(id);
        return started == null || !now.isBefore(started.at().plus(IMPORTS_KEPT))
                ? ExpectedResponse.notFound("importId")
                : ExpectedResponse.ok(toBody(id, started, !user.running.contains(id)));
    }

    /// Lists imports, the newest first, without their problems.
    private ExpectedResponse listImports(UserFavorites user, Instant now) {
        var items = new ArrayList<Object>();
        new TreeMap<>(user.imports)
                .descendingMap().entrySet().stream()
                        .filter(started -> now.isBefore(started.getValue().at().plus(IMPORTS_KEPT)))
                        .sorted(
                                Map.Entry.comparingByValue(
                                        Comparator.comparing(Import::at).reversed()))
                        .forEach(started -> {
                            var id = started.getKey();
                            var body = toBody(id, started.getValue(), !user.running.contains(id));
                            body.remove("problems");
                            items.add(body);
                        });
        return ExpectedResponse.items(items);
    }

    /// Exports a flat list, the newest favorite first; the names of its tags are in the order of
    /// the tag ids.
    private ExpectedResponse export(UserFavorites user) {
        var ids = new ArrayList<>(user.favorites.keySet());
        ids.sort(
                Comparator.<String, Instant>comparing(id -> favorite(user, id).clipTime)
                        .thenComparing(Comparator.naturalOrder())
                        .reversed());
        var items = new ArrayList<Object>();
        for (var id : ids) {
            var favorite = favorite(user, id);
            var names =
                    favorite.tags.stream()
                            .map(tag -> tagOf(user, tag).name)
                            .map(name -> name.replace("%", "%25").replace(",", "%2C"))
                            .toList();
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
        return ExpectedResponse.items(items);
    }

    // ---- results of the stream functions

    @Override
    public boolean isBusy() {
        return collections.values().stream()
                .anyMatch(user ->
                        !user.running.isEmpty()
                                || !user.runningChanges.isEmpty()
                                || user.tags.values().stream()
                                        .anyMatch(tag -> tag.mergingInto != null));
    }

    @Override
    public void onDrained(Instant now) {
        collections.values().forEach(user -> onDrained(user, now));
    }

    private static void onDrained(UserFavorites user, Instant now) {
        for (var id : user.running) {
            var started = user.imports.get(id);
            if (started != null) {
                // jobs run after the changes of their batch, so they find what was clipped since
                var known = new TreeMap<>(user.favorites);
                started.entries().forEach(entry -> save(user, id, started, known, entry, now));
            }
        }
        user.running.clear();
        user.runningChanges.forEach(change -> finish(user, change));
        user.runningChanges.clear();
        user.imports.forEach((id, started) -> {
            if (Boolean.FALSE.equals(started.outcome().isUndone)) {
                finishUndo(user, id, started.outcome());
            }
        });
        merge(user);
        user.favorites
                .values()
                .forEach(favorite -> {
                    favorite.isListedByType = true;
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

    /// Saves a bookmark. If a favorite with exactly its URL existed when the import ran, or one
    /// with its id and URL, the favorite only gets the tags.
    ///
    /// @param known the favorites that existed before the import
    private static void save(
            UserFavorites user,
            String by,
            Import started,
            Map<String, Favorite> known,
            SentBookmarks.Entry entry,
            Instant now) {
        var id = idOf(user, by, known, entry);
        if (!user.favorites.containsKey(id)) {
            var favorite = new Favorite();
            favorite.dataType = entry.dataType();
            favorite.title = entry.title();
            favorite.contentUrl = entry.url();
            favorite.note = entry.note();
            favorite.clipTime =
                    entry.clipTime() == null
                            ? started.at().minusMillis(entry.position())
                            : entry.clipTime();
            favorite.addedBy = by;
            user.favorites.put(id, favorite);
            started.outcome().added.add(id);
        }
        if (started.outcome().added.contains(id)) {
            started.outcome().addedCount++;
        } else {
            started.outcome().alreadyThereCount++;
        }
        for (var name : entry.tags()) {
            addTag(user, by, started.outcome().added.contains(id), id, name, now);
        }
    }

    private static String idOf(
            UserFavorites user,
            String by,
            Map<String, Favorite> favorites,
            SentBookmarks.Entry entry) {
        var existing = user.favorites.get(entry.dataId());
        var url = entry.url();
        if (existing == null ? entry.isNamed() : url == null || url.equals(existing.contentUrl)) {
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
        return found == null ? freeId(user, by, String.valueOf(url)) : found;
    }

    /// Returns the id that derives from a URL, or, if it belongs to another URL, the one that
    /// derives from the import, too.
    private static String freeId(UserFavorites user, String by, String url) {
        var ofUrl = SentBookmarks.fingerprint(url);
        var existing = user.favorites.get(ofUrl);
        return existing == null || url.equals(existing.contentUrl)
                ? ofUrl
                : SentBookmarks.fingerprint(by + ' ' + ofUrl).substring(0, 16);
    }

    private static void addTag(
            UserFavorites user, String by, boolean isAdded, String data, String name, Instant now) {
        var normalised = NameRules.normalised(name);
        var id = user.named(normalised);
        var tag = id == null ? null : user.tags.get(id);
        if (id == null || tag == null) {
            var created =
                    user.tagsWithoutId.computeIfAbsent(
                            normalised,
                            _ -> {
                                var fresh = new Tag();
                                fresh.name = NameRules.folded(name);
                                fresh.createTime = now;
                                fresh.lastAccessTime = now;
                                fresh.addedBy = by;
                                return fresh;
                            });
            use(created, by, isAdded, data, created.ever.contains(data));
            created.always.add(data);
            created.ever.add(data);
            return;
        }
        // a tag that is being merged is replaced by its target
        var last = target(user, id);
        var used = last == null ? null : user.tags.get(last);
        if (last != null && used != null) {
            use(used, by, isAdded, data, !favorite(user, data).tags.add(last));
        }
    }

    /// An import gives a tag to a favorite. A tag that another import created becomes the user's.
    private static void use(Tag tag, String by, boolean isAdded, String data, boolean hasTag) {
        if (hasTag) {
            return;
        }
        if (!by.equals(tag.addedBy)) {
            tag.addedBy = null;
        }
        if (!isAdded) {
            tag.importsByFavorite.put(data, by);
        }
    }

    /// A merge gives its target to a favorite.
    private static void moveTo(UserFavorites user, String target, String data, Favorite favorite) {
        favorite.tags.add(target);
        var tag = user.tags.get(target);
        if (tag != null) {
            tag.addedBy = null;
            tag.importsByFavorite.remove(data);
        }
    }

    /// Ends all merges: all favorites get the last target of the chain. A merge whose target was
    /// deleted is canceled.
    private static void merge(UserFavorites user) {
        var targets = new TreeMap<String, String>();
        user.tags.forEach((id, tag) -> {
            var target = tag.mergingInto == null ? null : target(user, tag.mergingInto);
            if (target != null) {
                targets.put(id, target);
            }
        });
        targets.forEach((id, target) -> {
            user.favorites.forEach((data, favorite) -> {
                if (favorite.tags.remove(id)) {
                    moveTo(user, target, data, favorite);
                }
            });
            user.tags.remove(id);
        });
        user.tags.values().forEach(tag -> tag.mergingInto = null);
    }

    private static @Nullable String target(UserFavorites user, String first) {
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
    public List<Call> callsThatReturnIds() {
        var calls = new ArrayList<Call>();
        collections.forEach((user, collection) -> {
            if (!collection.tagsWithoutId.isEmpty()) {
                calls.add(own("ListTags", user).query("sort", "tagName"));
            }
        });
        return calls;
    }

    @Override
    public List<Call> reads() {
        var calls = new ArrayList<Call>();
        collections.forEach((user, collection) -> calls.addAll(reads(user, collection)));
        return calls;
    }

    private static List<Call> reads(String user, UserFavorites collection) {
        var calls = new ArrayList<Call>();
        calls.add(own("ListFavorites", user));
        calls.add(own("ListFavorites", user).query("order", "asc"));
        calls.add(own("ListFavorites", user).query("expand", "tags"));
        calls.add(own("SearchFavorites", user).query("untagged", "true"));
        calls.add(own("ExportBookmarks", user).query("layout", "tags"));
        for (var sort : List.of("tagName", "createTime", "lastAccessTime", "tagId")) {
            calls.add(own("ListTags", user).query("sort", sort));
            calls.add(own("ListTags", user).query("sort", sort).query("order", "desc"));
        }
        for (var type : FavoritesCallGenerator.TYPES) {
            calls.add(own("ListFavoritesByType", user).at("dataType", type));
        }
        for (var query : FavoritesCallGenerator.QUERIES) {
            calls.add(own("SearchFavorites", user).query("q", query));
        }
        for (var url : FavoritesCallGenerator.URLS) {
            calls.add(own("FindFavoritesByUrl", user).query("url", url));
        }
        for (var data : collection.favorites.keySet()) {
            calls.add(own("GetFavorite", user).at("dataId", data));
            calls.add(own("ListTagsByFavorite", user).at("dataId", data));
        }
        for (var tag : collection.tags.keySet()) {
            calls.add(own("ListFavoritesByTag", user).at("tagId", tag));
            calls.add(own("SearchFavorites", user).query("tag", tag).query("expand", "tags"));
            for (var type : FavoritesCallGenerator.TYPES) {
                calls.add(
                        own("ListFavoritesByTagAndType", user)
                                .at("tagId", tag)
                                .at("dataType", type));
            }
        }
        for (var id : collection.changes.keySet()) {
            calls.add(own("GetFavoritesChange", user).at("changeId", id));
        }
        calls.add(own("ListBookmarksImports", user));
        for (var id : collection.imports.keySet()) {
            calls.add(own("GetBookmarksImport", user).at("importId", id));
        }
        return calls;
    }

    private static Call own(String function, String user) {
        return Call.of(function, user).at("userId", user);
    }

    // ---- response bodies

    private static Map<String, Object> toBody(String id, Favorite favorite) {
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

    private static Map<String, Object> toBody(String id, Tag tag) {
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

    private static Map<String, Object> toBody(Object id, Import started, boolean isDone) {
        long joined = started.joined();
        long refused = started.refused();
        long count = started.entries().size() + joined + refused;
        return object(
                "importId",
                id,
                "state",
                state(started, isDone),
                "removed",
                started.outcome().isUndone == null ? null : started.outcome().removedCount,
                "bookmarks",
                count,
                "done",
                isDone ? count : joined + refused,
                "added",
                started.outcome().addedCount,
                "alreadyThere",
                started.outcome().alreadyThereCount,
                "joined",
                joined,
                "refused",
                refused,
                "createTime",
                time(started.at()),
                "problemCount",
                (long) started.problems().size(),
                "problems",
                started.problems());
    }

    private static String state(Import started, boolean isDone) {
        var isUndone = started.outcome().isUndone;
        if (isUndone != null) {
            return isUndone ? "undone" : "undoing";
        }
        return isDone || started.isEmpty() ? "done" : "running";
    }
}
