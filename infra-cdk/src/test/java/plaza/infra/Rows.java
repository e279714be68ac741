package plaza.infra;

import static java.lang.constant.ConstantDescs.CD_Object;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.stream.IntStream;
import plaza.catalogue.Access;
import plaza.catalogue.Action;
import plaza.catalogue.Budget;
import plaza.catalogue.Grant;
import plaza.catalogue.HttpFunction;
import plaza.table.KeySpace.Family;
import plaza.table.TableSchema.Index;

/// Generated rows for a stack as large as all three contexts.
final class Rows {
    /// HTTP functions with one route each; created once, because each has its own class.
    static final List<HttpFunction> HTTPS = IntStream.range(0, 52).mapToObj(Rows::http).toList();

    private Rows() {}

    private static HttpFunction http(int number) {
        // as long as the longest real name
        var name = "GetSomethingBySomethingElse%03d".formatted(number);
        return new HttpFunction(
                handler(name),
                "GET",
                "/things/" + number + "/{thingId}",
                number % 10 == 0 ? Access.ADMIN : Access.ANY_USER,
                null,
                "a made-up function",
                List.of(),
                List.of(
                        new Grant(Action.QUERY, Index.TABLE, Family.USER),
                        new Grant(Action.QUERY, Index.GSI_ONE, Family.TAGGED_BY_TAG),
                        new Grant(Action.BATCH_GET_ITEM, Index.TABLE, Family.FAVORITES)),
                new Budget(1, 0, 1, "always"),
                true);
    }

    /// A class with this name that implements the handler interface; no test calls it.
    @SuppressWarnings("unchecked") // erasure leaves the raw interface
    private static Class<? extends RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse>>
            handler(String name) {
        var bytes =
                ClassFile.of()
                        .build(
                                ClassDesc.of("plaza.infra." + name),
                                builder ->
                                        builder.withFlags(
                                                        ClassFile.ACC_PUBLIC
                                                                | ClassFile.ACC_ABSTRACT
                                                                | ClassFile.ACC_SUPER)
                                                .withSuperclass(CD_Object)
                                                .withInterfaceSymbols(
                                                        ClassDesc.of(
                                                                RequestHandler.class.getName())));
        try {
            return (Class<
                            ? extends
                                    RequestHandler<
                                            APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse>>)
                    MethodHandles.lookup().defineClass(bytes);
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
