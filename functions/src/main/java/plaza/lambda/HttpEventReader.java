package plaza.lambda;

import static plaza.lambda.JsonReading.isObject;
import static plaza.lambda.JsonReading.nextField;
import static plaza.lambda.JsonReading.text;
import static plaza.lambda.JsonReading.texts;
import static plaza.lambda.JsonReading.textsByName;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext.Authorizer;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext.Authorizer.JWT;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent.RequestContext.Http;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// Reads the events of an HTTP API, payload format 2.0.
final class HttpEventReader {
    private HttpEventReader() {}

    static @Nullable APIGatewayV2HTTPEvent event(JsonParser parser) throws IOException {
        if (!isObject(parser)) {
            return null;
        }
        var event = new APIGatewayV2HTTPEvent();
        for (var name = nextField(parser); name != null; name = nextField(parser)) {
            switch (name) {
                case "version" -> event.setVersion(text(parser));
                case "routeKey" -> event.setRouteKey(text(parser));
                case "rawPath" -> event.setRawPath(text(parser));
                case "rawQueryString" -> event.setRawQueryString(text(parser));
                case "cookies" -> event.setCookies(texts(parser));
                case "headers" -> event.setHeaders(textsByName(parser));
                case "queryStringParameters" -> event.setQueryStringParameters(textsByName(parser));
                case "pathParameters" -> event.setPathParameters(textsByName(parser));
                case "stageVariables" -> event.setStageVariables(textsByName(parser));
                case "body" -> event.setBody(text(parser));
                case "isBase64Encoded" -> event.setIsBase64Encoded(parser.getValueAsBoolean());
                case "requestContext" -> event.setRequestContext(requestContext(parser));
                default -> parser.skipChildren();
            }
        }
        return event;
    }

    private static @Nullable RequestContext requestContext(JsonParser parser) throws IOException {
        if (!isObject(parser)) {
            return null;
        }
        var context = new RequestContext();
        for (var name = nextField(parser); name != null; name = nextField(parser)) {
            switch (name) {
                case "routeKey" -> context.setRouteKey(text(parser));
                case "accountId" -> context.setAccountId(text(parser));
                case "stage" -> context.setStage(text(parser));
                case "apiId" -> context.setApiId(text(parser));
                case "domainName" -> context.setDomainName(text(parser));
                case "domainPrefix" -> context.setDomainPrefix(text(parser));
                case "time" -> context.setTime(text(parser));
                case "timeEpoch" -> context.setTimeEpoch(parser.getValueAsLong());
                case "http" -> context.setHttp(http(parser));
                case "authorizer" -> context.setAuthorizer(authorizer(parser));
                case "requestId" -> context.setRequestId(text(parser));
                default -> parser.skipChildren();
            }
        }
        return context;
    }

    private static @Nullable Http http(JsonParser parser) throws IOException {
        if (!isObject(parser)) {
            return null;
        }
        var http = new Http();
        for (var name = nextField(parser); name != null; name = nextField(parser)) {
            switch (name) {
                case "method" -> http.setMethod(text(parser));
                case "path" -> http.setPath(text(parser));
                case "protocol" -> http.setProtocol(text(parser));
                case "sourceIp" -> http.setSourceIp(text(parser));
                case "userAgent" -> http.setUserAgent(text(parser));
                default -> parser.skipChildren();
            }
        }
        return http;
    }

    /// Plaza's routes have only the JWT authorizer.
    private static @Nullable Authorizer authorizer(JsonParser parser) throws IOException {
        if (!isObject(parser)) {
            return null;
        }
        var authorizer = new Authorizer();
        for (var name = nextField(parser); name != null; name = nextField(parser)) {
            if (name.equals("jwt")) {
                authorizer.setJwt(jwt(parser));
            } else {
                parser.skipChildren();
            }
        }
        return authorizer;
    }

    private static @Nullable JWT jwt(JsonParser parser) throws IOException {
        if (!isObject(parser)) {
            return null;
        }
        var jwt = new JWT();
        for (var name = nextField(parser); name != null; name = nextField(parser)) {
            switch (name) {
                case "claims" -> jwt.setClaims(textsByName(parser));
                case "scopes" -> jwt.setScopes(texts(parser));
                default -> parser.skipChildren();
            }
        }
        return jwt;
    }
}
