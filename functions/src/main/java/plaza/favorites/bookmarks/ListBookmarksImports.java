package plaza.favorites.bookmarks;

import java.util.ArrayList;
import java.util.List;
import plaza.favorites.key.FavoritesKeys;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Query;

/// Lists the caller's bookmarks imports of the last 14 days, newest first, without their problems.
///
/// One Query reads the entries of the list, and each entry names the record of an import.
public final class ListBookmarksImports extends PagedFunction {
    public ListBookmarksImports() {}

    public ListBookmarksImports(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var query =
                Query.in(FavoritesKeys.IMPORT_LIST.of(user)).descending().aliveAt(clock.instant());
        var page =
                table.page(
                        query,
                        request.page(cursors),
                        this::withRecords,
                        ListBookmarksImports::importOf);
        return request.response(cursors, page, ImportRecord.LISTED::of);
    }

    /// Joins each entry with its record.
    private List<Item> withRecords(List<Item> entries) {
        var records =
                table.getByKeyEventually(
                        entries.stream().map(ListBookmarksImports::recordOf).toList());
        var joined = new ArrayList<Item>();
        for (var entry : entries) {
            var record = records.get(recordOf(entry));
            if (record != null) {
                joined.add(record.joinedTo(entry));
            }
        }
        return joined;
    }

    private static Key recordOf(Item entry) {
        return FavoritesKeys.LISTED_IMPORT.parse(
                entry.key(), (user, _, id) -> FavoritesKeys.IMPORT_RECORD.key(user, id));
    }

    private static ImportRecord importOf(Item joined) {
        return FavoritesKeys.LISTED_IMPORT.parse(
                joined.key(), (_, _, id) -> ImportRecord.of(id, joined));
    }
}
