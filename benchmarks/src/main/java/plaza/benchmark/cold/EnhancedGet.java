package plaza.benchmark.cold;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbBean;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbPartitionKey;
import software.amazon.awssdk.enhanced.dynamodb.mapper.annotations.DynamoDbSortKey;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// A handler that makes one GetItem with the Enhanced client and a bean, in the style of AWS's
/// samples.
public final class EnhancedGet
        implements RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse> {
    private final DynamoDbTable<User> users =
            DynamoDbEnhancedClient.builder()
                    .dynamoDbClient(
                            DynamoDbClient.builder()
                                    .httpClient(UrlConnectionHttpClient.create())
                                    .build())
                    .build()
                    .table(System.getenv("PLAZA_TABLE"), TableSchema.fromBean(User.class));

    /// A user's item.
    @DynamoDbBean
    public static class User {
        private String pk = "";
        private String sk = "";
        private String name = "";

        @DynamoDbPartitionKey
        public String getPk() {
            return pk;
        }

        public void setPk(String pk) {
            this.pk = pk;
        }

        @DynamoDbSortKey
        public String getSk() {
            return sk;
        }

        public void setSk(String sk) {
            this.sk = sk;
        }

        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }
    }

    @Override
    public APIGatewayV2HTTPResponse handleRequest(APIGatewayV2HTTPEvent event, Context context) {
        var user = event.getPathParameters().get("userId");
        var found =
                users.getItem(Key.builder().partitionValue("u#" + user).sortValue("info").build());
        return APIGatewayV2HTTPResponse.builder()
                .withStatusCode(200)
                .withBody("{\"name\":\"" + found.getName() + "\"}")
                .build();
    }
}
