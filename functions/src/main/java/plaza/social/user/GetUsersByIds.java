package plaza.social.user;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import plaza.http.Ids;
import plaza.http.Parameter;
import plaza.http.Problem;
import plaza.http.Request;
import plaza.http.Response;
import plaza.http.Schema;
import plaza.http.Schema.Text;
import plaza.id.UserId;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;
import plaza.social.gate.ReaderGate;
import plaza.social.key.SocialKeys;
import plaza.table.Item;
import plaza.table.Page;
import plaza.table.Query;
import plaza.text.Malformed;
import plaza.text.NameQuery;

/// Returns the profiles and counts of up to a hundred users: those with the given ids, in that
/// order, or those that a search finds by their names or ids, in the alphabetical order of the word
/// that its longest word begins. Users without a profile are left out, and an id that is repeated
/// counts once.
///
/// It reads two items of each user, so more than fifty users need two requests, which are sent at
/// the same time, and one Query more for each user whose number of followers is divided. A search
/// reads the words of names first ([UserItems#nameWords]).
public final class GetUsersByIds extends PagedFunction {
    private static final int IDS_MAX = 100;

    public static final Parameter<Set<UserId>> IDS =
            Parameter.of(
                    "ids",
                    new Schema.Array<>(Ids.USER, 1, IDS_MAX),
                    "The users, separated by commas. Required without `q`.",
                    GetUsersByIds::ids);
    public static final Parameter<NameQuery> QUERY =
            Parameter.of(
                    "q",
                    Text.plain("ali").length(1, NameQuery.LENGTH_MAX),
                    "Words, each of which begins a word of the name, or the id. Not together"
                            + " with `ids`.",
                    NameQuery::parse);

    public GetUsersByIds() {}

    public GetUsersByIds(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var gate = new ReaderGate(table, request.caller());
        var query = request.queryOrNull(QUERY);
        var ask = request.page(cursors, query == null ? IDS : QUERY);
        if (query != null) {
            return search(request, query, ask, gate);
        }
        var ids = request.queryOrNull(IDS);
        if (ids == null) {
            throw Problem.malformed(
                            IDS.name(),
                            "One of the query parameters `ids` and `q` is required: `ids=ann,ben` returns these users, `q=ann` searches users by the words of their names, and by their ids.")
                    .exception();
        }
        var found = gate.with(() -> Profiles.read(table, ids));
        return Response.items(Profiles.shown(found, gate), UserJson.USER_PROFILE::of);
    }

    private Response search(Request request, NameQuery query, Page.Ask ask, ReaderGate gate) {
        var word = query.key();
        var found =
                table.page(
                        Query.in(SocialKeys.NAME_WORDS.of(word)).beginningWith(word),
                        ask,
                        gate::read,
                        items ->
                                gate.listed(
                                        items.stream()
                                                .filter(item -> UserItems.isFound(item, query))
                                                .toList(),
                                        GetUsersByIds::userOf),
                        GetUsersByIds::userOf);
        var profiles = Profiles.shown(Profiles.read(table, found.items()), gate);
        var page = new Page<>(profiles, found.next());
        return request.response(cursors, page, UserJson.USER_PROFILE::of);
    }

    private static UserId userOf(Item nameWord) {
        return SocialKeys.NAME_WORD.parse(nameWord.key(), (_, _, user) -> user);
    }

    private static Set<UserId> ids(String text) {
        var ids = List.of(text.split(",", -1));
        if (ids.size() > IDS_MAX) {
            throw new Malformed("must contain at most " + IDS_MAX + " ids, separated by commas");
        }
        var users = new LinkedHashSet<UserId>();
        ids.forEach(id -> users.add(UserId.parse(id)));
        return users;
    }
}
