package plaza.fantasy;

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
import plaza.fantasy.key.FantasyKeys;

/// The functions of this context, and what the functions of the platform do for it.
public final class FantasyDeclaration implements Declaration {
    private static final Context CONTEXT = new FantasyContext();

    @Override
    public Context context() {
        return CONTEXT;
    }

    @Override
    public List<Grant> eventGrants() {
        return FantasyGrants.ofEvents();
    }

    @Override
    public List<ChangeFilter> changes() {
        return List.of(ChangeFilter.of(FantasyKeys.MEMBERSHIP, INSERT, REMOVE));
    }

    @Override
    public List<Grant> checkGrants() {
        return FantasyGrants.ofChecks();
    }

    @Override
    public Readers readers() {
        return FantasyReaders.all();
    }

    @Override
    public List<HttpFunction> functions() {
        return FantasyFunctions.ALL;
    }

    @Override
    public List<PathParameter> pathParameters() {
        return FantasyFunctions.PATH_PARAMETERS;
    }
}
