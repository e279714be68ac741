package plaza.social.leaving;

import static plaza.catalogue.Access.OWNER;
import static plaza.catalogue.Access.OWNER_OR_ADMIN;
import static plaza.catalogue.Action.BATCH_GET_ITEM;
import static plaza.catalogue.Action.GET_ITEM;
import static plaza.catalogue.Action.PUT_ITEM;
import static plaza.catalogue.Action.UPDATE_ITEM;
import static plaza.catalogue.Contract.Header.ETAG;
import static plaza.catalogue.HttpFunction.http;
import static plaza.http.Problem.Kind.NOT_FOUND;

import java.util.ArrayList;
import java.util.List;
import plaza.catalogue.FileType;
import plaza.catalogue.Grant;
import plaza.catalogue.HttpFunction;
import plaza.context.Declarations;
import plaza.social.key.SocialKeys;
import plaza.table.PlatformKeys;

/// The rows of the functions with which a user leaves. They concern what all contexts of a system
/// store about the user.
public final class LeavingFunctions {
    private static final FileType TYPE =
            new FileType(
                    ExportUser.MEDIA_TYPE,
                    "JSON objects, each in a line that ends with a line feed.",
                    "{\"kind\":\"mute\",\"userId\":\"bob\",\"mutedAt\":\"2026-11-20T10:00:00.000Z\"}\n");

    private static final HttpFunction ERASE =
            http(EraseUser.class, "POST", "/users/{userId}/erasure", OWNER_OR_ADMIN)
                    .summary("Erase a user")
                    .body(EraseUser.USER_ID)
                    .returns(202, ErasureJson.BEGUN)
                    .grant(SocialKeys.USERS, BATCH_GET_ITEM, PUT_ITEM, UPDATE_ITEM)
                    .grant(PlatformKeys.ERASURES, BATCH_GET_ITEM, PUT_ITEM)
                    .grant(PlatformKeys.JOBS, PUT_ITEM)
                    .grant(PlatformKeys.IDEMPOTENCY, GET_ITEM, PUT_ITEM)
                    .costs(2, 8, 2, "a user with a profile");

    private static final HttpFunction GET_ERASURE =
            http(GetErasure.class, "GET", "/users/{userId}/erasure", OWNER_OR_ADMIN)
                    .summary("Get how far the erasure of a user is")
                    .returns(200, ErasureJson.ERASURE, ETAG)
                    .fails(NOT_FOUND)
                    .grant(PlatformKeys.ERASURES, GET_ITEM)
                    .costs(1, 0, 1, "any erasure");

    private LeavingFunctions() {}

    /// The rows for the contexts of a system.
    public static List<HttpFunction> of(Declarations system) {
        return List.of(export(system), ERASE, GET_ERASURE);
    }

    private static HttpFunction export(Declarations system) {
        var exports = system.exports();
        var parts = new ArrayList<Class<?>>();
        var grants = new ArrayList<Grant>();
        for (var context : system.all()) {
            var export = context.export();
            if (!export.kinds().isEmpty()) {
                parts.add(export.getClass());
                grants.addAll(context.exportGrants());
            }
        }
        // one strongly consistent Query for each kind, of which that of the likes costs half; a
        // further one for the counts of the profile, and one read of the counters of two posts
        var reads = exports.kinds().size() + 2;
        return http(ExportUser.class, "GET", "/users/{userId}/export", OWNER)
                .summary("Export what is stored about the caller")
                .lines(TYPE, List.copyOf(exports.shapes().values()))
                .parts(parts)
                .grants(grants)
                .costs(reads - 0.5, 0, reads, "one page: less than 4 KB of each kind, two posts");
    }
}
