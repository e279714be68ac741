package plaza.social.report;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import plaza.http.Parameter;
import plaza.http.Request;
import plaza.id.UserId;
import plaza.social.gate.Audience;
import plaza.social.gate.ReaderGate;
import plaza.social.gate.ReaderGate.Sight;
import plaza.social.gate.Standing;
import plaza.social.id.PostId;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostItems;
import plaza.social.user.UserItems;
import plaza.social.user.UserJson;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.Table;

/// What a request adds to each line of reports: the reported post, and the reported user or the
/// author of the post. Administrators see of both what other users see.
///
/// One eventually consistent read fetches everything that was requested, at the same time as the
/// caller's gate. Only more than [Table#BATCH_GET_MAX] items need more requests. The caller's
/// follows of protected users need one request more.
///
/// @param words the requested expansions
/// @param gate whom the caller sees
record ExpandedReports(Set<String> words, ReaderGate gate) {
    static final String POST = "post";
    static final String USER = "user";

    static final Parameter<Set<String>> EXPAND = Request.expanding("ReportExpansion", POST, USER);

    /// Returns the expansions in a request.
    ///
    /// @throws plaza.http.ProblemException 400 if the request contains an unknown expansion
    static ExpandedReports in(Request request, Table table) {
        return new ExpandedReports(
                request.expansions(EXPAND), new ReaderGate(table, request.caller()));
    }

    /// Reads what the lines of these targets need.
    Map<Key, Item> read(Table table, List<Reported> targets) {
        var keys = new LinkedHashSet<Key>();
        for (var reported : targets) {
            var user = reported.user();
            var post = postKeyOrNull(reported);
            if (post != null) {
                keys.add(post);
            }
            if (words.contains(USER)) {
                keys.add(SocialKeys.USER_INFO.key(user));
            }
            if (post != null || words.contains(USER)) {
                keys.add(SocialKeys.USER_COUNT.key(user));
            }
        }
        if (keys.isEmpty()) {
            return Map.of();
        }
        var found = gate.with(() -> table.getByKeyEventually(keys));
        var audiences = new HashMap<UserId, Audience>();
        targets.forEach(each -> audiences.put(each.user(), audience(each.user(), found)));
        gate.lookUp(audiences);
        return found;
    }

    ReportJson.ExpandedLine expanded(ReportJson.Line line, Map<Key, Item> found) {
        if (words.isEmpty()) {
            return new ReportJson.ExpandedLine(line, null, false, null);
        }
        var user = line.reported().user();
        var sight = gate.sight(user, audience(user, found));
        var key = postKeyOrNull(line.reported());
        var item = key == null ? null : found.get(key);
        var ofPost = item == null ? Sight.HIDDEN : gate.sight(user, item);
        var isGone = key != null && (sight == Sight.HIDDEN || ofPost == Sight.HIDDEN);
        var isSeen = sight == Sight.SEEN && ofPost == Sight.SEEN;
        return new ReportJson.ExpandedLine(
                line,
                item != null && isSeen ? PostItems.post(item) : null,
                isGone,
                words.contains(USER) ? userOrNull(user, sight, found) : null);
    }

    private static ReportJson.@Nullable ReportedUser userOrNull(
            UserId user, Sight sight, Map<Key, Item> found) {
        var info = found.get(SocialKeys.USER_INFO.key(user));
        return info == null || sight == Sight.HIDDEN
                ? null
                : new ReportJson.ReportedUser(
                        new UserJson.Summary(user, info),
                        sight == Sight.SEEN ? info.textOrNull(UserItems.CONTENT) : null);
    }

    private static Audience audience(UserId user, Map<Key, Item> found) {
        return Standing.of(found.get(SocialKeys.USER_COUNT.key(user))).audience();
    }

    /// The key of the reported post, or null if none was reported or requested.
    private @Nullable Key postKeyOrNull(Reported reported) {
        var target = reported.target();
        return words.contains(POST) && target.kind() == Target.Kind.POST
                ? SocialKeys.POST.key(reported.user(), PostId.of(target.id()))
                : null;
    }
}
