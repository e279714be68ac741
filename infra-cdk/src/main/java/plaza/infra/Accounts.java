package plaza.infra;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.TokenRules;
import plaza.http.RestoredPool;
import plaza.infra.settings.Domain;
import plaza.infra.settings.Identity;
import plaza.infra.settings.StackSettings;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.certificatemanager.Certificate;
import software.amazon.awscdk.services.cognito.AccountRecovery;
import software.amazon.awscdk.services.cognito.AuthFlow;
import software.amazon.awscdk.services.cognito.AutoVerifiedAttrs;
import software.amazon.awscdk.services.cognito.CfnUserPool;
import software.amazon.awscdk.services.cognito.CfnUserPoolDomain;
import software.amazon.awscdk.services.cognito.CfnUserPoolGroup;
import software.amazon.awscdk.services.cognito.CognitoDomainOptions;
import software.amazon.awscdk.services.cognito.CustomDomainOptions;
import software.amazon.awscdk.services.cognito.FeaturePlan;
import software.amazon.awscdk.services.cognito.KeepOriginalAttrs;
import software.amazon.awscdk.services.cognito.Mfa;
import software.amazon.awscdk.services.cognito.MfaSecondFactor;
import software.amazon.awscdk.services.cognito.OAuthFlows;
import software.amazon.awscdk.services.cognito.OAuthScope;
import software.amazon.awscdk.services.cognito.OAuthSettings;
import software.amazon.awscdk.services.cognito.PasswordPolicy;
import software.amazon.awscdk.services.cognito.ResourceServerScope;
import software.amazon.awscdk.services.cognito.SignInAliases;
import software.amazon.awscdk.services.cognito.UserPool;
import software.amazon.awscdk.services.cognito.UserPoolClient;
import software.amazon.awscdk.services.cognito.UserPoolClientOptions;
import software.amazon.awscdk.services.cognito.UserPoolDomainOptions;
import software.amazon.awscdk.services.cognito.UserPoolResourceServerOptions;
import software.amazon.awscdk.services.cognito.UserPoolTriggers;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.lambda.Architecture;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.lambda.Runtime;
import software.constructs.IConstruct;

/// The Cognito user pools of users and of administrators, their clients, and the scopes that their
/// tokens can carry.
///
/// Cognito puts custom scopes only into access tokens that its own sign-in page issues
/// (authorization code with PKCE). Each pool therefore has a domain, and its client allows no other
/// flow. An ID token has no scopes, so the authorizer rejects it on every route.
///
/// Every user of a pool can sign in with every client of the pool, and Cognito requires a second
/// factor of all users of a pool or of none. Administrators therefore have a pool of their own,
/// without registration and with a second factor. Only its tokens can carry the scope of the admin
/// routes. The functions also check that the caller belongs to the admin group.
///
/// Users enrol a second factor, and change their password or address, with a client of its own.
/// These calls of Cognito need a scope that no token of an app has, so that a token that an app
/// leaks cannot take over the account. The API rejects the tokens of that client.
///
/// @param pool the pool of users
/// @param client the client of apps
/// @param accountClient the client with which users change their own accounts
/// @param restored whether the pool takes the place of one that was lost
/// @param adminPool the pool of administrators
/// @param adminClient the client of the operators' tool, whose tokens cannot be refreshed after an
///   hour
public record Accounts(
        UserPool pool,
        UserPoolClient client,
        UserPoolClient accountClient,
        boolean restored,
        UserPool adminPool,
        UserPoolClient adminClient)
        implements Identity {
    private static final int PASSWORD_CHARACTERS_MIN = 12;

    /// How long a token of the account client is valid: as long as a user needs to set up an
    /// authenticator.
    private static final Duration ACCOUNT_TOKEN_VALID = Duration.minutes(15);

    static Accounts in(Stack stack, StackSettings settings, List<HttpFunction> functions) {
        var restored = settings.userPool().number() > 1;
        var builder =
                UserPool.Builder.create(stack, numbered("UserPool", settings))
                        .selfSignUpEnabled(true)
                        .signInAliases(
                                SignInAliases.builder().email(true).username(restored).build())
                        .mfa(Mfa.OPTIONAL);
        if (restored) {
            builder.lambdaTriggers(
                    UserPoolTriggers.builder().preSignUp(idsAreTaken(stack, settings)).build());
        }
        var pool = pool(settings, builder);
        var adminPool =
                pool(
                        settings,
                        UserPool.Builder.create(stack, "AdminPool")
                                .selfSignUpEnabled(false)
                                .signInAliases(SignInAliases.builder().email(true).build())
                                .mfa(Mfa.REQUIRED));
        domain(stack, pool, settings);
        prefix(adminPool, settings, "-admin");
        group(stack, "AdminGroup", pool, "Can read gamers' private fields");
        group(stack, "AdminPoolGroup", adminPool, "Can call the admin routes");
        var scopes = new TreeSet<String>();
        functions.forEach(function -> scopes.add(function.scopeName()));
        scopes.remove(HttpFunction.ADMIN_SCOPE);
        return new Accounts(
                pool,
                client(pool, settings, scopes, Duration.days(30)),
                client(
                        pool,
                        "AccountClient",
                        settings,
                        List.of(OAuthScope.COGNITO_ADMIN),
                        ACCOUNT_TOKEN_VALID,
                        // the shortest that Cognito accepts
                        Duration.hours(1)),
                restored,
                adminPool,
                client(adminPool, settings, Set.of(HttpFunction.ADMIN_SCOPE), Duration.hours(1)));
    }

    private static String numbered(String id, StackSettings settings) {
        var number = settings.userPool().number();
        return number == 1 ? id : id + number;
    }

    /// Creates the function that rejects the registration of a name that can be the id of a
    /// restored user. Inline code, because no Java function is invoked by Cognito, and because it
    /// exists only in a stack whose pool was lost. Only a registration by the user invokes it with
    /// this source
    /// (<https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-pre-sign-up.html>).
    private static Function idsAreTaken(Stack stack, StackSettings settings) {
        return Function.Builder.create(stack, "RestoredIds")
                .functionName(FunctionDeployer.physicalName(settings.stage(), "RestoredIds"))
                .description("Rejects names that can be the ids of restored users")
                .runtime(Runtime.NODEJS_22_X)
                .architecture(Architecture.ARM_64)
                .handler("index.handler")
                .code(
                        Code.fromInline(
                                """
                                exports.handler = async (event) => {
                                  if (event.triggerSource === "PreSignUp_SignUp" && /^%s$/i.test(event.userName)) {
                                    throw new Error("Choose another user name.");
                                  }
                                  return event;
                                };
                                """
                                        .formatted(RestoredPool.SUB)))
                // it has no permission, and writes no log
                .role(
                        Role.Builder.create(stack, "RestoredIdsRole")
                                .assumedBy(new ServicePrincipal("lambda.amazonaws.com"))
                                .build()
                                .withoutPolicyUpdates())
                .build();
    }

    private static UserPool pool(StackSettings settings, UserPool.Builder builder) {
        var pool =
                builder.signInCaseSensitive(false)
                        .autoVerify(AutoVerifiedAttrs.builder().email(true).build())
                        .accountRecovery(AccountRecovery.EMAIL_ONLY)
                        // the old address stays until its owner has confirmed the new one
                        .keepOriginal(KeepOriginalAttrs.builder().email(true).build())
                        .passwordPolicy(
                                PasswordPolicy.builder()
                                        .minLength(PASSWORD_CHARACTERS_MIN)
                                        .requireDigits(true)
                                        .requireLowercase(true)
                                        .requireUppercase(true)
                                        .requireSymbols(true)
                                        // of an invitation by an administrator
                                        .tempPasswordValidity(Duration.days(1))
                                        .build())
                        // Lite includes everything used here: hosted sign-in, OAuth scopes, and
                        // one-time codes as a second factor. The default plan, Essentials, costs
                        // three times as much for each monthly active user.
                        .featurePlan(FeaturePlan.LITE)
                        // a code by SMS can be intercepted, and is billed
                        .mfaSecondFactor(MfaSecondFactor.builder().otp(true).sms(false).build())
                        .deletionProtection(settings.resources().deletionProtection())
                        .removalPolicy(settings.stage().removalPolicy())
                        .build();
        var mail = settings.userPool().mail();
        if (mail != null) {
            mail.sendFor((CfnUserPool) child(pool));
        }
        return pool;
    }

    /// The functions read the group, and Cognito writes it into tokens.
    private static void group(Stack stack, String id, UserPool pool, String description) {
        CfnUserPoolGroup.Builder.create(stack, id)
                .userPoolId(pool.getUserPoolId())
                .groupName(HttpFunction.ADMIN_SCOPE)
                .description(description)
                .build();
    }

    @Override
    public String issuer() {
        return pool.getUserPoolProviderUrl();
    }

    @Override
    public List<String> audience() {
        return List.of(client.getUserPoolClientId());
    }

    @Override
    public String adminIssuer() {
        return adminPool.getUserPoolProviderUrl();
    }

    @Override
    public List<String> adminAudience() {
        return List.of(adminClient.getUserPoolClientId());
    }

    @Override
    public TokenRules rules() {
        return TokenRules.COGNITO;
    }

    @Override
    public Map<String, String> outputs() {
        var outputs = new LinkedHashMap<String, String>();
        outputs.put("UserPoolId", pool.getUserPoolId());
        outputs.put("UserPoolClientId", client.getUserPoolClientId());
        outputs.put("AccountClientId", accountClient.getUserPoolClientId());
        outputs.put("AdminPoolId", adminPool.getUserPoolId());
        outputs.put("AdminClientId", adminClient.getUserPoolClientId());
        return outputs;
    }

    private static void domain(Stack stack, UserPool pool, StackSettings settings) {
        var own = settings.userPool().domain();
        if (own == null) {
            prefix(pool, settings, numbered("", settings));
            return;
        }
        var certificate =
                Certificate.fromCertificateArn(stack, "SignInCertificate", own.certificateArn());
        var domain =
                pool.addDomain(
                        "Domain",
                        UserPoolDomainOptions.builder()
                                .customDomain(
                                        CustomDomainOptions.builder()
                                                .domainName(own.name())
                                                .certificate(certificate)
                                                .build())
                                .build());
        var endpoint = ((CfnUserPoolDomain) child(domain)).getAttrCloudFrontDistribution();
        own.pointTo(stack, "SignInDomain", endpoint, Domain.CLOUDFRONT_ZONE);
    }

    /// Gives a pool a host of Cognito. Its prefix is unique in its region, so it contains the
    /// account ID.
    private static void prefix(UserPool pool, StackSettings settings, String suffix) {
        var prefix = "plaza-" + settings.stage().label() + suffix + "-" + Aws.ACCOUNT_ID;
        pool.addDomain(
                "Domain",
                UserPoolDomainOptions.builder()
                        .cognitoDomain(CognitoDomainOptions.builder().domainPrefix(prefix).build())
                        .build());
    }

    private static Object child(IConstruct construct) {
        return Objects.requireNonNull(construct.getNode().getDefaultChild());
    }

    private static ResourceServerScope declared(String name) {
        return ResourceServerScope.Builder.create()
                .scopeName(name)
                .scopeDescription("Call the " + name + " routes")
                .build();
    }

    private static UserPoolClient client(
            UserPool pool, StackSettings settings, Set<String> scopeNames, Duration refreshable) {
        var declared = scopeNames.stream().sorted().map(Accounts::declared).toList();
        var server =
                pool.addResourceServer(
                        "ResourceServer",
                        UserPoolResourceServerOptions.builder()
                                .identifier(HttpFunction.RESOURCE_SERVER)
                                .scopes(declared)
                                .build());
        var scopes =
                declared.stream().map(scope -> OAuthScope.resourceServer(server, scope)).toList();
        return client(pool, "Client", settings, scopes, Duration.hours(1), refreshable);
    }

    private static UserPoolClient client(
            UserPool pool,
            String id,
            StackSettings settings,
            List<OAuthScope> scopes,
            Duration valid,
            Duration refreshable) {
        return pool.addClient(
                id,
                UserPoolClientOptions.builder()
                        // browsers and phones cannot keep a secret; PKCE replaces it
                        .generateSecret(false)
                        // users enter passwords only on the hosted sign-in page
                        .authFlows(AuthFlow.builder().userSrp(false).build())
                        .oAuth(
                                OAuthSettings.builder()
                                        .flows(
                                                OAuthFlows.builder()
                                                        .authorizationCodeGrant(true)
                                                        .build())
                                        .scopes(scopes)
                                        .callbackUrls(settings.userPool().callbackUrls())
                                        .logoutUrls(settings.userPool().logoutUrls())
                                        .build())
                        .accessTokenValidity(valid)
                        .idTokenValidity(valid)
                        .refreshTokenValidity(refreshable)
                        // a sign-out ends the refresh token
                        .enableTokenRevocation(true)
                        // the sign-in page does not reveal who has an account
                        .preventUserExistenceErrors(true)
                        .build());
    }
}
