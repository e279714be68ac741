package plaza.social.user;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import plaza.http.Json;
import plaza.http.Parameter;
import plaza.http.Request;
import plaza.http.Shape;
import plaza.id.UserId;
import plaza.social.gate.ReaderGate;
import plaza.social.gate.Standing;
import plaza.social.key.SocialKeys;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Table;

/// What a request adds to each user in a list: the profile, and the follows between the user and
/// the caller. It adds these follows to a single profile, too.
///
/// One eventually consistent read fetches everything that was requested. Only more than
/// [Table#BATCH_GET_MAX] items need more than one request; they are sent at the same time.
///
/// @param words the requested expansions
/// @param caller the user whose follows are `mine`
public record ExpandedUsers(Set<String> words, UserId caller) {
    static final String USER = "user";
    static final String MINE = "mine";

    public static final Parameter<Set<String>> EXPAND =
            Request.expanding("UserExpansion", USER, MINE);

    /// The expansion of a single profile, which contains the rest of the user.
    public static final Parameter<Set<String>> EXPAND_MINE =
            Request.expanding("ProfileExpansion", MINE);

    /// Returns a profile with what the request adds to it. A user has no follows with themselves,
    /// so both are false and nothing is read.
    static Json profile(Request request, Table table, UserItems.Profile profile) {
        var expanded = new ExpandedUsers(request.expansions(EXPAND_MINE), request.caller());
        return expanded.shape(
                        table,
                        List.of(profile),
                        each -> each.info().user(),
                        UserJson.EXPANDED_PROFILE)
                .apply(profile);
    }

    /// Returns the expansions in a request.
    ///
    /// @throws plaza.http.ProblemException 400 if the request contains an unknown expansion
    public static ExpandedUsers in(Request request) {
        return new ExpandedUsers(request.expansions(EXPAND), request.caller());
    }

    /// Reads what the rows of users whom the caller sees need, and returns the function that
    /// converts each of them.
    ///
    /// @param user the user of a row
    /// @param shape the shape of a row with its expansions
    public <T> Function<T, Json> shape(
            Table table,
            List<T> rows,
            Function<T, UserId> user,
            Shape<UserJson.ExpandedUser<T>> shape) {
        var keys = keys(rows, user);
        var found = keys.isEmpty() ? Map.<Key, Item>of() : table.getByKeyEventually(keys);
        return row -> shape.of(expanded(row, user.apply(row), found));
    }

    /// Reads what the rows of a list that the caller wrote need, and returns the function that
    /// converts each of them. Such a list keeps the entries of users whom the caller does not see.
    /// Nothing is added to them, as if the users did not exist.
    ///
    /// @param user the user of a row
    /// @param shape the shape of a row with its expansions
    /// @param hidden returns which users a gate hides from this list
    public <T> Function<T, Json> shapeOfOwn(
            Table table,
            List<T> rows,
            Function<T, UserId> user,
            Shape<UserJson.ExpandedUser<T>> shape,
            BiFunction<ReaderGate, List<UserId>, Set<UserId>> hidden) {
        var keys = keys(rows, user);
        if (keys.isEmpty()) {
            return row -> shape.of(expanded(row, user.apply(row), Map.of()));
        }
        var users = rows.stream().map(user).toList();
        users.forEach(id -> keys.add(SocialKeys.USER_COUNT.key(id)));
        var gate = new ReaderGate(table, caller);
        var found = gate.with(() -> table.getByKeyEventually(keys));
        var unseen = hidden.apply(gate, users);
        return row -> {
            var id = user.apply(row);
            var standing = Standing.of(found.get(SocialKeys.USER_COUNT.key(id)));
            var isSeen = !unseen.contains(id) && !standing.isSuspended();
            return shape.of(expanded(row, id, isSeen ? found : Map.of()));
        };
    }

    private <T> Set<Key> keys(List<T> rows, Function<T, UserId> user) {
        var keys = new LinkedHashSet<Key>();
        for (var row : rows) {
            var id = user.apply(row);
            if (words.contains(USER)) {
                keys.add(SocialKeys.USER_INFO.key(id));
            }
            if (words.contains(MINE) && !id.equals(caller)) {
                keys.add(SocialKeys.FOLLOWEE.key(caller, id));
                keys.add(SocialKeys.FOLLOWEE.key(id, caller));
            }
        }
        return keys;
    }

    private <T> UserJson.ExpandedUser<T> expanded(T row, UserId user, Map<Key, Item> found) {
        return new UserJson.ExpandedUser<>(
                row,
                words.contains(USER)
                        ? new UserJson.Summary(user, found.get(SocialKeys.USER_INFO.key(user)))
                        : null,
                words.contains(MINE)
                        ? new UserJson.Mine(
                                found.containsKey(SocialKeys.FOLLOWEE.key(caller, user)),
                                found.containsKey(SocialKeys.FOLLOWEE.key(user, caller)))
                        : null);
    }
}
