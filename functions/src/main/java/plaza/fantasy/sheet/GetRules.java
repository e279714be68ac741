package plaza.fantasy.sheet;

import plaza.http.Request;
import plaza.http.Response;
import plaza.lambda.ApiFunction;
import plaza.lambda.Deployment;
import plaza.lambda.Services;

/// Returns the rules of the season, in the format of their file. It reads no table.
public final class GetRules extends ApiFunction {
    private final Rules rules;

    public GetRules() {
        this(Services.deployed(), SeasonRules.from(Deployment.environment()));
    }

    public GetRules(Services services, Rules rules) {
        super(services);
        this.rules = rules;
    }

    @Override
    protected Response handle(Request request) {
        return Response.one(RulesJson.RULES.of(rules));
    }
}
