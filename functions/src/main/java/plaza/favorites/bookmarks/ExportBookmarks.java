package plaza.favorites.bookmarks;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import plaza.favorites.favorite.FavoriteItems;
import plaza.favorites.id.DataId;
import plaza.favorites.id.TagId;
import plaza.favorites.key.FavoritesKeys;
import plaza.favorites.tag.TagItems;
import plaza.favorites.tag.TaggingItems;
import plaza.http.Parameter;
import plaza.http.Request;
import plaza.http.Response;
import plaza.http.Schema.Text;
import plaza.id.UserId;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;
import plaza.table.Item;
import plaza.table.ItemCollection;
import plaza.table.Page;
import plaza.table.Query;
import plaza.table.TableSchema.Index;

/// Exports the caller's favorites as a bookmarks file. Importing it restores the collection.
///
/// Without `limit`, the file contains the whole collection. With `limit`, or if the file would
/// exceed the size that an import accepts, it is divided into numbered parts, newest favorites
/// first. Each part is a complete file; its first lines contain its number, and its `Link` header
/// points to the next part.
public final class ExportBookmarks extends PagedFunction {
    /// The bytes of a part in the JSON of a response, except for its first lines. Lambda accepts
    /// responses of 6 MB (AWS Lambda Developer Guide, "Lambda quotas"), but an import accepts less,
    /// and each part can be imported.
    private static final int FILE_BYTES_MAX = ImportBookmarks.FILE_BYTES_MAX - 4_096;

    /// The maximum number of exported tags of one favorite; an import accepts fewer.
    private static final int TAGS_MAX = 1_000;

    /// Items in one read; one Query reads at most 1 MB.
    private static final int READ_MAX = 5_000;

    /// Queries that run at the same time.
    private static final int CONCURRENCY_MAX = 16;

    public static final Parameter<Integer> LIMIT =
            Parameter.of(
                    Request.LIMIT.name(),
                    Request.LIMIT.schema(),
                    "The most favorites of a part. Without it, the file has the whole collection,"
                            + " or as much of it as a response can have.",
                    Request.LIMIT.parse());
    public static final Parameter<BookmarksExport.Layout> LAYOUT =
            Parameter.of(
                            "layout",
                            Text.oneOf(
                                    ExportBookmarks::text,
                                    List.of(BookmarksExport.Layout.values())),
                            "Whether the file has the folders, the tags or both.")
                    .orElse(text(BookmarksExport.Layout.BOTH));

    private int fileBytesMax = FILE_BYTES_MAX;

    public ExportBookmarks() {}

    public ExportBookmarks(Services services) {
        super(services);
    }

    /// The same function with smaller parts.
    ///
    /// @param bytesMax the most bytes of a part in the JSON of a response
    static ExportBookmarks inPartsOf(int bytesMax, Services services) {
        var function = new ExportBookmarks(services);
        function.fileBytesMax = bytesMax;
        return function;
    }

    /// Where a part begins.
    ///
    /// @param number counted from 1
    private record Start(int number, Page.@Nullable Position after) {
        static Start of(Page.@Nullable Position cursor) {
            if (cursor == null) {
                return new Start(1, null);
            }
            var texts = cursor.keyAttributes();
            var last = texts.size() - 1;
            return new Start(
                    Integer.parseInt(texts.get(last)), new Page.Position(texts.subList(0, last)));
        }

        /// The cursor of the next part, after the item of a favorite.
        Page.Position next(Item last) {
            var texts = new ArrayList<String>();
            Index.LSI_ONE.keyAttributes().forEach(name -> texts.add(last.text(name)));
            texts.add(Integer.toString(number + 1));
            return new Page.Position(texts);
        }

        /// The comment in the first lines of a part; empty if the file is whole.
        String comment(boolean isLast) {
            if (number == 1 && isLast) {
                return "";
            }
            return isLast
                    ? "<!-- Part %d of an export from Plaza, the last one. -->\n".formatted(number)
                    : "<!-- Part %d of an export from Plaza. The Link header of the response has the address of part %d. -->\n"
                            .formatted(number, number + 1);
        }
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var layout = request.query(LAYOUT);
        var isLimited = request.hasQuery(LIMIT);
        var ask = request.page(cursors, LAYOUT);
        var start = Start.of(ask.after());
        var favorites = isLimited ? read(user, start, ask.limit()) : read(user, start);
        var part = part(user, layout, start, favorites, isLimited);
        var number = start.number() == 1 && part.next() == null ? "" : "-" + start.number();
        var file =
                new Response(
                        200,
                        Map.of(
                                "content-type",
                                "text/html; charset=utf-8",
                                "content-disposition",
                                "attachment; filename=bookmarks" + number + ".html"),
                        part.items().getFirst());
        return request.response(cursors, part, file);
    }

    private static String text(BookmarksExport.Layout layout) {
        return switch (layout) {
            case FOLDERS -> "folders";
            case TAGS -> "tags";
            case BOTH -> "both";
        };
    }

    /// A part as a page with one text.
    ///
    /// @param favorites the favorites that it may contain, and whether further ones follow
    private Page<String> part(
            UserId user,
            BookmarksExport.Layout layout,
            Start start,
            Page<Item> favorites,
            boolean isLimited) {
        List<Folder> folders =
                layout == BookmarksExport.Layout.TAGS
                        ? List.of()
                        : readAll(FavoritesKeys.FOLDERS.of(user)).stream()
                                .map(FolderItems::folder)
                                .toList();
        var tags = TagItems.byId(readAll(FavoritesKeys.TAGS.of(user)));
        var taggings =
                isLimited
                        ? taggingsOf(user, favorites.items())
                        : taggingsUnder(user, List.copyOf(tags.keySet()));
        var export = new BookmarksExport(layout, folders, tags);
        var bytes = export.folderBytes();
        var items = favorites.items();
        var count = 0;
        for (var item : items) {
            var favorite = FavoriteItems.storedFavorite(item);
            var ofFavorite = taggings.getOrDefault(favorite.favorite().dataId(), List.of());
            var written =
                    export.written(favorite, TaggingItems.current(ofFavorite, favorite, tags));
            bytes += written.bytes();
            if (count > 0 && bytes > fileBytesMax) {
                break;
            }
            export.add(written);
            count++;
        }
        var isLast = favorites.next() == null && count == items.size();
        return new Page<>(
                List.of(export.file(start.comment(isLast), start.number() == 1)),
                isLast ? null : start.next(items.get(count - 1)));
    }

    /// The favorites of a page.
    private Page<Item> read(UserId user, Start start, int limit) {
        return table.page(favorites(user), new Page.Ask(limit, start.after()), Function.identity());
    }

    /// The favorites from a position on, until they fill a part or the collection ends.
    private Page<Item> read(UserId user, Start start) {
        var items = new ArrayList<Item>();
        var untagged = new BookmarksExport(BookmarksExport.Layout.TAGS, List.of(), Map.of());
        var bytes = 0L;
        var from = start.after();
        do {
            var page = table.read(favorites(user), READ_MAX, from);
            items.addAll(page.items());
            for (var item : page.items()) {
                bytes += untagged.written(FavoriteItems.storedFavorite(item), List.of()).bytes();
            }
            from = page.next();
        } while (from != null && bytes < fileBytesMax);
        return new Page<>(items, from);
    }

    private static Query favorites(UserId user) {
        return Query.in(FavoritesKeys.FAVORITES_BY_CLIP_TIME.of(user)).descending();
    }

    private List<Item> readAll(ItemCollection collection) {
        return table.readAll(Query.in(collection), READ_MAX);
    }

    /// The taggings of a few favorites: one Query for each.
    private Map<DataId, List<Item>> taggingsOf(UserId user, List<Item> favorites) {
        return grouped(
                table.concurrently(
                        CONCURRENCY_MAX,
                        favorites,
                        item -> {
                            var data = FavoritesKeys.FAVORITE.parse(item.key(), (_, id) -> id);
                            var query = Query.in(FavoritesKeys.TAGGED.of(user, data));
                            return table.read(query, TAGS_MAX, null).items();
                        }));
    }

    /// The taggings of all favorites: one Query for each tag.
    private Map<DataId, List<Item>> taggingsUnder(UserId user, List<TagId> tags) {
        return grouped(
                table.concurrently(
                        CONCURRENCY_MAX,
                        tags,
                        tag -> readAll(FavoritesKeys.TAGGED_BY_TAG.of(user, tag))));
    }

    private static Map<DataId, List<Item>> grouped(List<List<Item>> taggings) {
        var byFavorite = new HashMap<DataId, List<Item>>();
        for (var each : taggings) {
            for (var tagging : each) {
                byFavorite
                        .computeIfAbsent(TaggingItems.dataOf(tagging), _ -> new ArrayList<>())
                        .add(tagging);
            }
        }
        return byFavorite;
    }
}
