package plaza.infra;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import plaza.catalogue.HttpFunction;
import plaza.catalogue.TokenRules;
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
import software.constructs.IConstruct;

/// The Cognito user pool, its two clients, and the scopes that their tokens can carry.
///
/// Cognito puts custom scopes only into access tokens that its own sign-in page issues
/// (authorization code with PKCE). The pool therefore has a domain, and its clients allow no other
/// flow. An ID token has no scopes, so the authorizer rejects it on every route.
///
/// @param pool the user pool
/// @param client the client of apps
/// @param adminClient the client of the operators' tool. Only its tokens can carry the scope of the
///   admin routes, and they cannot be refreshed after an hour. The functions also check that the
///   caller belongs to the admin group
public record Accounts(UserPool pool, UserPoolClient client, UserPoolClient adminClient)
        implements Identity {
    private static final int PASSWORD_CHARACTERS_MIN = 12;

    static Accounts in(Stack stack, StackSettings settings, List<HttpFunction> functions) {
        var stage = settings.stage();
        var pool =
                UserPool.Builder.create(stack, "UserPool")
                        .selfSignUpEnabled(true)
                        .signInAliases(SignInAliases.builder().email(true).build())
                        .signInCaseSensitive(false)
                        .autoVerify(AutoVerifiedAttrs.builder().email(true).build())
                        .accountRecovery(AccountRecovery.EMAIL_ONLY)
                        .passwordPolicy(
                                PasswordPolicy.builder()
                                        .minLength(PASSWORD_CHARACTERS_MIN)
                                        .requireDigits(true)
                                        .requireLowercase(true)
                                        .requireUppercase(true)
                                        .requireSymbols(true)
                                        .tempPasswordValidity(Duration.days(1))
                                        .build())
                        // Lite includes everything used here: hosted sign-in, OAuth scopes, and
                        // one-time codes as a second factor. The default plan, Essentials, costs
                        // three times as much for each monthly active user.
                        .featurePlan(FeaturePlan.LITE)
                        .mfa(Mfa.OPTIONAL)
                        .mfaSecondFactor(MfaSecondFactor.builder().otp(true).sms(false).build())
                        .deletionProtection(settings.resources().deletionProtection())
                        .removalPolicy(stage.removalPolicy())
                        .build();
        var mail = settings.userPool().mail();
        if (mail != null) {
            mail.sendFor((CfnUserPool) child(pool));
        }
        domain(stack, pool, settings);
        CfnUserPoolGroup.Builder.create(stack, "AdminGroup")
                .userPoolId(pool.getUserPoolId())
                .groupName(HttpFunction.ADMIN_SCOPE)
                .description("May call the admin routes")
                .build();
        var scopes = new TreeMap<String, ResourceServerScope>();
        for (var function : functions) {
            scopes.computeIfAbsent(function.scopeName(), Accounts::declared);
        }
        scopes.computeIfAbsent(HttpFunction.ADMIN_SCOPE, Accounts::declared);
        var server =
                pool.addResourceServer(
                        "ResourceServer",
                        UserPoolResourceServerOptions.builder()
                                .identifier(HttpFunction.RESOURCE_SERVER)
                                .scopes(List.copyOf(scopes.values()))
                                .build());
        var all = scopes.values().stream().map(scope -> OAuthScope.resourceServer(server, scope));
        var userScopes =
                scopes.entrySet().stream()
                        .filter(scope -> !scope.getKey().equals(HttpFunction.ADMIN_SCOPE))
                        .map(scope -> OAuthScope.resourceServer(server, scope.getValue()))
                        .toList();
        return new Accounts(
                pool,
                client(pool, "Client", settings, userScopes, Duration.days(30)),
                client(pool, "AdminClient", settings, all.toList(), Duration.hours(1)));
    }

    @Override
    public String issuer() {
        return pool.getUserPoolProviderUrl();
    }

    @Override
    public List<String> audience() {
        return List.of(client.getUserPoolClientId(), adminClient.getUserPoolClientId());
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
        outputs.put("AdminClientId", adminClient.getUserPoolClientId());
        return outputs;
    }

    private static void domain(Stack stack, UserPool pool, StackSettings settings) {
        var own = settings.userPool().domain();
        if (own == null) {
            // a domain prefix is unique in its region, so it contains the account ID
            var prefix = "plaza-" + settings.stage().label() + "-" + Aws.ACCOUNT_ID;
            pool.addDomain(
                    "Domain",
                    UserPoolDomainOptions.builder()
                            .cognitoDomain(
                                    CognitoDomainOptions.builder().domainPrefix(prefix).build())
                            .build());
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
            UserPool pool,
            String id,
            StackSettings settings,
            List<OAuthScope> scopes,
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
                        .accessTokenValidity(Duration.hours(1))
                        .idTokenValidity(Duration.hours(1))
                        .refreshTokenValidity(refreshable)
                        .enableTokenRevocation(true)
                        .preventUserExistenceErrors(true)
                        .build());
    }
}
