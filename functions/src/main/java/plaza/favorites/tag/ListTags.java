package plaza.favorites.tag;

import java.util.List;
import plaza.favorites.key.FavoritesKeys;
import plaza.http.Parameter;
import plaza.http.Request;
import plaza.http.Response;
import plaza.http.Schema.Text;
import plaza.http.SortOrder;
import plaza.id.UserId;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;
import plaza.table.ItemCollection;

/// Lists the caller's tags by name, creation time, last access or id, with the number of favorites
/// of each. By default, times are newest first, and names and ids ascend.
public final class ListTags extends PagedFunction {
    public static final Parameter<Sort> SORT =
            Parameter.of(
                            "sort",
                            Text.oneOf(sort -> sort.wireName, List.of(Sort.values())),
                            "What the tags are sorted by. By default, times descend, and names and"
                                    + " ids ascend.")
                    .orElse(Sort.CREATE_TIME.wireName);

    public ListTags() {}

    public ListTags(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var ask = request.page(cursors, SORT, SortOrder.PARAMETER);
        var sort = request.query(SORT);
        var query = SortOrder.of(request, sort.defaultOrder).in(sort.of(user));
        var counts = new TagCounts(table, user);
        var page = table.page(query, ask, counts::read, items -> items, TagItems::storedTag);
        return request.response(cursors, counts.added(page), TagJson.TAG::of);
    }

    enum Sort {
        TAG_NAME("tagName", SortOrder.ASCENDING),
        CREATE_TIME("createTime", SortOrder.DESCENDING),
        LAST_ACCESS_TIME("lastAccessTime", SortOrder.DESCENDING),
        TAG_ID("tagId", SortOrder.ASCENDING);

        private final String wireName;
        private final SortOrder defaultOrder;

        Sort(String wireName, SortOrder defaultOrder) {
            this.wireName = wireName;
            this.defaultOrder = defaultOrder;
        }

        private ItemCollection of(UserId user) {
            return switch (this) {
                case TAG_NAME -> FavoritesKeys.TAGS_BY_NAME.of(user);
                case CREATE_TIME -> FavoritesKeys.TAGS_BY_CREATE_TIME.of(user);
                case LAST_ACCESS_TIME -> FavoritesKeys.TAGS_BY_LAST_ACCESS_TIME.of(user);
                case TAG_ID -> FavoritesKeys.TAGS.of(user);
            };
        }
    }
}
