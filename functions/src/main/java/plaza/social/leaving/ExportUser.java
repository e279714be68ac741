package plaza.social.leaving;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import plaza.http.Json;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.Deployment;
import plaza.lambda.PagedFunction;
import plaza.lambda.Services;
import plaza.leaving.ContextExport;
import plaza.leaving.Exports;
import plaza.table.Item;
import plaza.table.Page;
import plaza.table.Query;

/// Exports what is stored about the caller and what they wrote, as JSON objects in lines. The
/// objects are those of the API, and `kind` says which. The first line names the caller.
///
/// The export has the kinds one after the other, each in the order of one Query. Nothing is
/// prepared or stored for it: each page is read when it is requested. An item that changes between
/// two pages can be missing; every other one is in the export, once.
public final class ExportUser extends PagedFunction {
    static final String MEDIA_TYPE = "application/x-ndjson";

    private final Exports exports;

    public ExportUser() {
        this(Services.deployed(), Exports.of(Deployment.parts(ContextExport.class)));
    }

    public ExportUser(Services services, Exports exports) {
        super(services);
        this.exports = exports;
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var ask = request.page(cursors);
        var page = page(user, ask);
        var text = String.join("", page.items());
        var file =
                new Response(
                        200,
                        Map.of(
                                "content-type",
                                MEDIA_TYPE,
                                "content-disposition",
                                "attachment; filename=export.ndjson"),
                        text);
        return request.response(cursors, page, file);
    }

    private Page<String> page(UserId user, Page.Ask ask) {
        var now = clock.instant();
        var lines = new ArrayList<String>();
        if (ask.after() == null) {
            lines.add(line(Exports.FIRST_LINE.json(user)));
        }
        var left = ask.limit() - lines.size();
        var place = Place.at(exports, ask.after());
        while (place.index() < exports.kinds().size()) {
            var kind = exports.kinds().get(place.index());
            var query = kind.query().apply(user).consistentIfPossible();
            // one more than the page holds: only this item proves that a next page exists
            var items = items(query, place.after(), left + 1, now);
            var shown = items.subList(0, Math.min(left, items.size()));
            kind.lines(table, user, shown).forEach(each -> lines.add(line(each)));
            left -= shown.size();
            if (shown.size() < items.size()) {
                var next = shown.isEmpty() ? place : place.after(shown.getLast(), query);
                return new Page<>(
                        lines,
                        !kind.isSelective() || hasLine(user, next, now)
                                ? next.position(exports)
                                : null);
            }
            place = place.nextKind();
        }
        return new Page<>(lines, null);
    }

    private static String line(ObjectNode object) {
        return Json.text(object) + '\n';
    }

    /// Whether there is a line after a place. Only this is known of an item that may be left out.
    private boolean hasLine(UserId user, Place from, Instant now) {
        var place = from;
        while (place.index() < exports.kinds().size()) {
            var kind = exports.kinds().get(place.index());
            var query = kind.query().apply(user).consistentIfPossible();
            var items = items(query, place.after(), Page.LIMIT_MAX, now);
            if (!kind.lines(table, user, items).isEmpty()) {
                return true;
            }
            place =
                    items.size() < Page.LIMIT_MAX
                            ? place.nextKind()
                            : place.after(items.getLast(), query);
        }
        return false;
    }

    /// The next items of a Query: as many as wanted, or all that are left.
    private List<Item> items(Query query, Page.@Nullable Position after, int wanted, Instant now) {
        var items = new ArrayList<Item>();
        var from = after;
        do {
            var page = table.read(query, wanted - items.size(), from);
            page.items().stream().filter(item -> !item.expired(now)).forEach(items::add);
            from = page.next();
        } while (from != null && items.size() < wanted);
        return items;
    }

    /// A position in an export: the kind, and the position within the kind.
    private record Place(int index, Page.@Nullable Position after) {
        /// The place of a cursor, whose last text is the word of the kind.
        static Place at(Exports exports, Page.@Nullable Position cursor) {
            if (cursor == null) {
                return new Place(0, null);
            }
            var texts = cursor.keyAttributes();
            var last = texts.size() - 1;
            return new Place(
                    exports.indexOf(texts.get(last)),
                    last == 0 ? null : new Page.Position(texts.subList(0, last)));
        }

        Page.Position position(Exports exports) {
            var texts = new ArrayList<String>();
            if (after != null) {
                texts.addAll(after.keyAttributes());
            }
            texts.add(exports.kinds().get(index).word());
            return new Page.Position(texts);
        }

        Place nextKind() {
            return new Place(index + 1, null);
        }

        Place after(Item item, Query query) {
            return new Place(index, Page.Position.of(item, query.collection().index()));
        }
    }
}
