package plaza.favorites.bookmarks;

import java.util.List;
import java.util.Map;
import plaza.http.Parameter;
import plaza.http.Request;
import plaza.http.Response;
import plaza.http.Schema.Text;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;
import plaza.table.Page;

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
                                    BookmarksExport.Layout::text,
                                    List.of(BookmarksExport.Layout.values())),
                            "Whether the file has the folders, the tags or both.")
                    .orElse(BookmarksExport.Layout.BOTH.text());

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

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var layout = request.query(LAYOUT);
        var isLimited = request.hasQuery(LIMIT);
        var ask = request.page(cursors, LAYOUT);
        var part = ExportPart.at(ask.after());
        var reads = new ExportReads(table, user);
        var read =
                isLimited
                        ? reads.favorites(part.after(), ask.limit())
                        : reads.favoritesUntil(fileBytesMax, part.after());
        List<Folder> folders = layout == BookmarksExport.Layout.TAGS ? List.of() : reads.folders();
        var tags = reads.tags();
        var favorites = read.items();
        var taggings =
                isLimited
                        ? reads.taggingsOf(favorites)
                        : reads.taggingsUnder(List.copyOf(tags.keySet()));
        var export = new BookmarksExport(layout, folders, tags);
        var count = export.fill(favorites, taggings, fileBytesMax);
        var isLast = read.next() == null && count == favorites.size();
        var text = export.file(part.comment(isLast), part.isFirst());
        var file =
                new Response(
                        200,
                        Map.of(
                                "content-type",
                                "text/html; charset=utf-8",
                                "content-disposition",
                                "attachment; filename=" + part.fileName(isLast)),
                        text);
        var next = isLast ? null : part.next(favorites.get(count - 1));
        return request.response(cursors, new Page<>(List.of(text), next), file);
    }
}
