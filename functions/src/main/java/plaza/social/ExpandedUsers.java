package plaza.social;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import plaza.http.Json;
import plaza.http.Request;
import plaza.id.UserId;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.KeySpace;
import plaza.table.Table;

/// What a request adds to each user in a list: the profile, and the follows between the user and
/// the caller.
///
/// One read fetches everything that was requested, eventually consistent. Only more than
/// [Table#BATCH_GET_MAX] items need more than one request; they are sent at the same time.
///
/// @param words the requested expansions
/// @param caller the user whose follows are `mine`
record ExpandedUsers(Set<String> words, UserId caller) {
    static final String USER = "user";
    static final String MINE = "mine";

    /// @throws plaza.http.ProblemException 400 if the request contains an unknown expansion
    static ExpandedUsers in(Request request) {
        return new ExpandedUsers(request.expansions(USER, MINE), request.caller());
    }

    /// Reads what the rows need, and returns the function that converts each of them.
    ///
    /// @param user the user of a row
    /// @param shape converts a row without expansions
    <T> Function<T, Json> shape(
            Table table, List<T> rows, Function<T, UserId> user, Function<T, Json> shape) {
        if (words.isEmpty()) {
            return shape;
        }
        var keys = new LinkedHashSet<Key>();
        for (var row : rows) {
            var id = user.apply(row);
            if (words.contains(USER)) {
                keys.add(KeySpace.userInfo(id));
            }
            if (words.contains(MINE)) {
                keys.add(KeySpace.following(caller, id));
                keys.add(KeySpace.following(id, caller));
            }
        }
        var found = table.getByKeyEventually(keys);
        return row -> expanded(shape.apply(row), user.apply(row), found);
    }

    private Json expanded(Json row, UserId user, Map<Key, Item> found) {
        var json = row;
        if (words.contains(USER)) {
            json = json.with(USER, SocialJson.summary(user, found.get(KeySpace.userInfo(user))));
        }
        if (words.contains(MINE)) {
            json =
                    json.with(
                            MINE,
                            SocialJson.follows(
                                    found.containsKey(KeySpace.following(caller, user)),
                                    found.containsKey(KeySpace.following(user, caller))));
        }
        return json;
    }
}
