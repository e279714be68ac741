package plaza.favorites.bookmarks;

import plaza.favorites.id.ImportId;
import plaza.favorites.key.FavoritesKeys;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;

/// Returns the progress of a bookmarks import and the problems that it found.
public final class GetBookmarksImport extends ApiFunction {
    public GetBookmarksImport() {}

    public GetBookmarksImport(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var id = request.path("importId", ImportId::parse);
        var item = table.get(FavoritesKeys.IMPORT_RECORD.key(user, id));
        if (item == null || item.expired(clock.instant())) {
            throw Problem.notFound("importId", "The import does not exist.").exception();
        }
        return Response.one(ImportRecord.of(id, item).json());
    }
}
