package plaza.social.notice;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import plaza.http.Parameter;
import plaza.http.Request;
import plaza.http.Response;
import plaza.http.Schema;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;
import plaza.social.notice.Notice.Kind;
import plaza.table.Page;
import plaza.text.Malformed;

/// Lists the notifications of the caller, newest first.
///
/// A cursor carries the time until which the first page knew them as seen, so that no page makes
/// unread ones of the next page read.
public final class ListNotifications extends PagedFunction {
    public static final Parameter<Set<String>> EXPAND =
            Request.expanding("NotificationExpansion", NoticeList.USER, NoticeList.POST);

    public static final Parameter<Set<Kind>> KINDS =
            Parameter.of(
                    "kinds",
                    new Schema.Array<>(
                            Schema.Text.words(NoticeJson.KINDS), 1, NoticeJson.KINDS.length),
                    "The kinds that are listed. All without it.",
                    ListNotifications::kinds);

    public ListNotifications() {}

    public ListNotifications(Services services) {
        super(services);
    }

    private static Set<Kind> kinds(String text) {
        var words = new LinkedHashSet<>(List.of(text.split(",", -1)));
        var kinds = EnumSet.noneOf(Kind.class);
        Stream.of(Kind.values()).filter(kind -> words.contains(kind.word())).forEach(kinds::add);
        if (kinds.size() < words.size()) {
            throw new Malformed(
                    "must contain only these words, separated by commas: "
                            + String.join(", ", NoticeJson.KINDS));
        }
        return kinds;
    }

    @Override
    protected Response handle(Request request) {
        var reader = request.owner("userId");
        var ask = request.page(cursors, EXPAND, KINDS);
        var kinds = request.queryOrNull(KINDS);
        var after = Cursor.ofOrNull(ask.after());
        var list =
                NoticeList.of(
                        table,
                        clock,
                        reader,
                        kinds == null ? EnumSet.allOf(Kind.class) : kinds,
                        request.expansions(EXPAND),
                        after == null ? null : after.seenAt(),
                        new Page.Ask(ask.limit(), after == null ? null : after.item()));
        var page = list.page();
        var last = page.next();
        return request.response(
                cursors,
                new Page<>(
                        page.items(),
                        last == null ? null : new Cursor(last, list.seenAt()).position()),
                NoticeJson.NOTICE::of,
                NoticeJson.HEAD.of(list.seenAt()));
    }

    /// What a cursor contains.
    ///
    /// @param item the position in the list
    /// @param seenAt until when the first page knew the notifications as seen
    private record Cursor(Page.Position item, Instant seenAt) {
        static @Nullable Cursor ofOrNull(Page.@Nullable Position position) {
            if (position == null) {
                return null;
            }
            var values = position.keyAttributes();
            return new Cursor(
                    new Page.Position(values.subList(0, values.size() - 1)),
                    Instant.ofEpochMilli(Long.parseLong(values.getLast())));
        }

        Page.Position position() {
            var values = new ArrayList<>(item.keyAttributes());
            values.add(Long.toString(seenAt.toEpochMilli()));
            return new Page.Position(values);
        }
    }
}
