package plaza.social.leaving;

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
import plaza.leaving.ExportedKind;
import plaza.leaving.Exports;
import plaza.table.Item;
import plaza.table.Page;

/// Exports what is stored about the caller and what they wrote, as JSON objects in lines. The
/// objects are those of the API, and `kind` says which.
///
/// The export has the kinds one after the other, each in the order of one Query. Nothing is
/// prepared or stored for it: each page is read when it is requested. What changes between two
/// pages can be missing, but nothing that does not change.
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
        var left = ask.limit();
        var place = Place.at(exports, ask.after());
        while (place.index() < exports.kinds().size()) {
            if (left == 0) {
                // whether an item follows, because a page has a next one only if it does
                if (!items(user, place, 1, now).isEmpty()) {
                    break;
                }
                place = place.nextKind();
                continue;
            }
            var kind = exports.kinds().get(place.index());
            var items = items(user, place, left, now);
            kind.lines(table, user, items).forEach(line -> lines.add(Json.text(line) + '\n'));
            left -= items.size();
            place = left == 0 ? place.after(kind, user, items.getLast()) : place.nextKind();
        }
        var isLast = place.index() == exports.kinds().size();
        return new Page<>(lines, isLast ? null : place.position(exports));
    }

    /// The next items of a kind: as many as wanted, or all that are left.
    private List<Item> items(UserId user, Place place, int wanted, Instant now) {
        var query = exports.kinds().get(place.index()).query().apply(user).consistentIfPossible();
        var items = new ArrayList<Item>();
        var after = place.after();
        do {
            var page = table.read(query, wanted - items.size(), after);
            page.items().stream().filter(item -> !item.expired(now)).forEach(items::add);
            after = page.next();
        } while (after != null && items.size() < wanted);
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

        Place after(ExportedKind<?> kind, UserId user, Item item) {
            var order = kind.query().apply(user).collection().index();
            return new Place(index, Page.Position.of(item, order));
        }
    }
}
