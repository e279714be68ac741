package plaza.social.block;

import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;
import plaza.social.gate.ReaderGate;
import plaza.social.key.SocialKeys;
import plaza.social.user.ExpandedUsers;
import plaza.table.Query;

/// Lists the users whom the caller blocks, ordered by id.
public final class ListBlocks extends PagedFunction {
    public ListBlocks() {}

    public ListBlocks(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var query = Query.in(SocialKeys.BLOCKS.of(user)).consistent();
        var ask = request.page(cursors, ExpandedUsers.EXPAND);
        var expanded = ExpandedUsers.in(request);
        var page = table.page(query, ask, BlockItems::block);
        return request.response(
                cursors,
                page,
                expanded.shapeOfOwn(
                        table,
                        page.items(),
                        Entry::user,
                        BlockJson.EXPANDED_BLOCK,
                        ReaderGate::blocking));
    }
}
