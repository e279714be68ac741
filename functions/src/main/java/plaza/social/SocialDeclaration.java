package plaza.social;

import static plaza.catalogue.StreamFunction.EventName.INSERT;
import static plaza.catalogue.StreamFunction.EventName.REMOVE;

import java.util.List;
import plaza.catalogue.ChangeFilter;
import plaza.catalogue.Grant;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.PathParameter;
import plaza.context.Context;
import plaza.context.Declaration;
import plaza.context.Readers;
import plaza.social.key.SocialKeys;

/// The functions of this context, and what the functions of the platform do for it.
public final class SocialDeclaration implements Declaration {
    private static final Context CONTEXT = new SocialContext();

    @Override
    public Context context() {
        return CONTEXT;
    }

    @Override
    public List<Grant> eventGrants() {
        return SocialGrants.ofEvents();
    }

    @Override
    public List<ChangeFilter> changes() {
        return List.of(
                ChangeFilter.of(SocialKeys.POSTS, INSERT, REMOVE),
                ChangeFilter.of(SocialKeys.FOLLOWING, INSERT, REMOVE));
    }

    @Override
    public List<Grant> checkGrants() {
        return SocialGrants.ofChecks();
    }

    @Override
    public Readers readers() {
        return SocialReaders.all();
    }

    @Override
    public List<HttpFunction> functions() {
        return SocialFunctions.ALL;
    }

    @Override
    public List<PathParameter> pathParameters() {
        return SocialFunctions.PATH_PARAMETERS;
    }
}
