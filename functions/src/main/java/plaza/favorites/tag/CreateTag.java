package plaza.favorites.tag;

import plaza.favorites.id.TagId;
import plaza.http.Field;
import plaza.http.Request;
import plaza.http.Response;
import plaza.id.UserId;
import plaza.lambda.ApiFunction;
import plaza.lambda.Services;
import plaza.table.Attempt;
import plaza.table.Outcome;

/// Creates a tag. Its name is unique in the caller's collection, regardless of case, width and
/// white space. One transaction writes the tag and its name.
///
/// If the tag exists, the request renames it.
public final class CreateTag extends ApiFunction {
    public static final Field<TagName> TAG_NAME = Field.text("tagName", TagJson.TAG_NAME);

    public CreateTag() {}

    public CreateTag(Services services) {
        super(services);
    }

    @Override
    protected Response handle(Request request) {
        var user = request.owner("userId");
        var id = request.path("tagId", TagId::parse);
        var name = request.body(TAG_NAME).get(TAG_NAME);
        return table.optimistically(() -> put(user, id, name));
    }

    private Attempt<Response> put(UserId user, TagId id, TagName name) {
        var tag = StoredTag.created(Tag.created(id, name, clock.instant()));
        return switch (table.transact(TagWrites.creation(user, tag))) {
            case Outcome.Done() -> Attempt.done(Response.created(TagJson.TAG.of(tag)));
            case Outcome.Refused(var failure, var found) ->
                    switch (failure) {
                        case NAME_TAKEN -> throw TagWrites.nameTaken(found);
                        case TAG_EXISTS ->
                                found == null
                                        ? Attempt.tryAgain()
                                        : TagWrites.rename(
                                                        table,
                                                        user,
                                                        TagItems.storedTag(found),
                                                        name)
                                                .map(renamed ->
                                                        Response.ok(TagJson.TAG.of(renamed)));
                    };
        };
    }
}
