package plaza.infra;

import static java.lang.constant.ConstantDescs.CD_Object;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import plaza.catalogue.Access;
import plaza.catalogue.Action;
import plaza.catalogue.Budget;
import plaza.catalogue.Contract;
import plaza.catalogue.Grant;
import plaza.catalogue.HttpFunction;
import plaza.context.Declarations;
import plaza.social.key.SocialKeys;
import plaza.table.TableSchema.Index;

/// Generated rows for a stack larger than today's.
final class Rows {
    /// Three contexts: those that are registered, and more if they are fewer.
    static final List<String> CONTEXTS =
            Stream.concat(Declarations.registered().names().stream(), Stream.of("more", "other"))
                    .limit(3)
                    .toList();

    /// The classes of the handlers by their path in a jar.
    static final Map<String, byte[]> CLASSES = new HashMap<>();

    /// HTTP functions with one route each; created once, because each has its own class.
    static final List<HttpFunction> HTTPS = IntStream.range(0, 150).mapToObj(Rows::http).toList();

    /// The names of the nested stacks of these rows.
    static List<String> stacks() {
        return stacks(CONTEXTS);
    }

    /// The names of the nested stacks of these contexts.
    static List<String> stacks(List<String> contexts) {
        return contexts.stream()
                .map(name -> name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1))
                .toList();
    }

    private Rows() {}

    private static HttpFunction http(int number) {
        // as long as the longest real name
        var name = "GetSomethingBySomethingElse%03d".formatted(number);
        return new HttpFunction(
                handler("invented." + CONTEXTS.get(number % CONTEXTS.size()) + "." + name),
                "GET",
                "/things/" + number + "/{thingId}",
                number % 10 == 0 ? Access.ADMIN : Access.ANY_USER,
                null,
                null,
                "a made-up function",
                List.of(),
                List.of(
                        new Grant(Action.QUERY, Index.TABLE, SocialKeys.USERS),
                        new Grant(Action.QUERY, Index.GSI_ONE, SocialKeys.LIKED),
                        new Grant(Action.BATCH_GET_ITEM, Index.TABLE, SocialKeys.POSTS)),
                new Budget(1, 0, 1, "always"),
                "",
                List.of(),
                Contract.NONE,
                true,
                null,
                List.of());
    }

    /// A class with this name that implements the handler interface; no test calls it.
    @SuppressWarnings("unchecked") // erasure leaves the raw interface
    private static Class<? extends RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse>>
            handler(String name) {
        var bytes =
                ClassFile.of()
                        .build(
                                ClassDesc.of(name),
                                builder ->
                                        builder.withFlags(
                                                        ClassFile.ACC_PUBLIC
                                                                | ClassFile.ACC_ABSTRACT
                                                                | ClassFile.ACC_SUPER)
                                                .withSuperclass(CD_Object)
                                                .withInterfaceSymbols(
                                                        ClassDesc.of(
                                                                RequestHandler.class.getName())));
        CLASSES.put(name.replace('.', '/') + ".class", bytes);
        return (Class<? extends RequestHandler<APIGatewayV2HTTPEvent, APIGatewayV2HTTPResponse>>)
                new ClassLoader(Rows.class.getClassLoader()) {
                    Class<?> define() {
                        return defineClass(name, bytes, 0, bytes.length);
                    }
                }.define();
    }
}
