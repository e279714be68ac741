package plaza.benchmark.cold;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.util.Map;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/// A handler that makes one GetItem with the low-level client, in the style of AWS's samples.
public final class PlainGet
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final DynamoDbClient client =
            DynamoDbClient.builder().httpClient(UrlConnectionHttpClient.create()).build();

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        var user = event.getPathParameters().get("userId");
        var item =
                client.getItem(g ->
                                g.tableName(System.getenv("PLAZA_TABLE"))
                                        .key(
                                                Map.of(
                                                        "pk", AttributeValue.fromS("u#" + user),
                                                        "sk", AttributeValue.fromS("info"))))
                        .item();
        return APIGatewayV2HTTPResponse.builder()
                .withStatusCode(200)
                .withBody("{\"name\":\"" + item.get("name").s() + "\"}")
                .build();
    }
}
