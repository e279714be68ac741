package plaza.local.emulator;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.SdkClient;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptorChain;
import software.amazon.awssdk.core.interceptor.InterceptorContext;
import software.amazon.awssdk.http.SdkHttpRequest;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.dynamodb.services.exceptions.DynamoDBLocalServiceException;
import software.amazon.dynamodb.services.local.embedded.DDBExceptionMappingInvocationHandler;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBRequestHandler;

/// Clients that pass requests to DynamoDB Local as objects. Without marshalling, signatures and
/// HTTP, tests take three fifths of the processor time.
///
/// Interceptors receive requests before and after their execution, and can change them; methods
/// that are about HTTP are not called. Responses and exceptions are those of the SDK's own clients,
/// with one exception: DynamoDB Local (version 3.3.1) omits an empty map from the item that a
/// failed condition returns. Plaza stores none.
final class InProcessClient implements InvocationHandler {
    /// DynamoDB Local's methods, by the type of their request.
    private static final Map<Class<?>, Method> OPERATIONS =
            Arrays.stream(LocalDynamoDBRequestHandler.class.getMethods())
                    .filter(method -> method.getParameterCount() == 3)
                    .filter(method ->
                            SdkRequest.class.isAssignableFrom(method.getParameterTypes()[2]))
                    .collect(
                            Collectors.toUnmodifiableMap(
                                    method -> method.getParameterTypes()[2], Function.identity()));

    /// With one database for all callers, DynamoDB Local does not use these.
    private static final String ACCESS_KEY = "local";

    private static final String REGION = "us-east-1";

    private final LocalDynamoDBRequestHandler database;
    private final ExecutionInterceptorChain interceptors;

    private InProcessClient(
            LocalDynamoDBRequestHandler database,
            List<? extends ExecutionInterceptor> interceptors) {
        this.database = database;
        this.interceptors = new ExecutionInterceptorChain(List.copyOf(interceptors));
    }

    /// Creates a client.
    ///
    /// @param type an interface of the SDK
    /// @param interceptors those through which requests pass, in this order
    static <C extends SdkClient> C of(
            Class<C> type,
            LocalDynamoDBRequestHandler database,
            List<? extends ExecutionInterceptor> interceptors) {
        return type.cast(
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        new InProcessClient(database, interceptors)));
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // as Object.equals compares
    public @Nullable Object invoke(Object client, Method method, Object @Nullable [] arguments)
            throws Throwable {
        if (arguments != null
                && arguments.length == 1
                && arguments[0] instanceof SdkRequest request
                && SdkResponse.class.isAssignableFrom(method.getReturnType())) {
            return respond(request);
        }
        return switch (method.getName()) {
            case "close" -> null;
            case "serviceName" -> "dynamodb";
            case "toString" -> "a client in this process";
            case "hashCode" -> System.identityHashCode(client);
            case "equals" -> arguments != null && arguments[0] == client;
            // such as the variants of the operations that take a function
            default -> InvocationHandler.invokeDefault(client, method, arguments);
        };
    }

    private SdkResponse respond(SdkRequest request) throws Throwable {
        var attributes = new ExecutionAttributes();
        var call = InterceptorContext.builder().request(request).build();
        interceptors.beforeExecution(call, attributes);
        call = interceptors.modifyRequest(call, attributes);
        try {
            var response = perform(call.request());
            call = call.toBuilder().response(response).build();
            call = interceptors.modifyResponse(call, attributes);
            interceptors.afterExecution(call, attributes);
            return call.response();
        } catch (DynamoDbException fault) {
            interceptors.onExecutionFailure(new Failed(call, fault), attributes);
            throw fault;
        }
    }

    private SdkResponse perform(SdkRequest request) throws Throwable {
        var operation = OPERATIONS.get(request.getClass());
        if (operation == null) {
            throw new UnsupportedOperationException(request.getClass().getSimpleName());
        }
        try {
            return (SdkResponse) operation.invoke(database, ACCESS_KEY, REGION, request);
        } catch (InvocationTargetException thrown) {
            if (thrown.getCause() instanceof DynamoDBLocalServiceException fault) {
                DDBExceptionMappingInvocationHandler.handleDynamoDBLocalServiceException(fault);
            }
            throw thrown.getCause() instanceof SdkException fault
                    ? fault
                    : internalFailure(thrown.getCause());
        }
    }

    /// What DynamoDB Local's server responds to a fault of its own.
    private static DynamoDbException internalFailure(@Nullable Throwable fault) {
        return (DynamoDbException)
                DynamoDbException.builder()
                        .message("DynamoDB Local failed.")
                        .statusCode(500)
                        .awsErrorDetails(
                                AwsErrorDetails.builder().errorCode("InternalFailure").build())
                        .cause(fault)
                        .build();
    }

    /// A request that failed, without HTTP.
    private record Failed(InterceptorContext call, Throwable exception)
            implements Context.FailedExecution {
        @Override
        public SdkRequest request() {
            return call.request();
        }

        @Override
        public Optional<SdkHttpRequest> httpRequest() {
            return Optional.empty();
        }

        @Override
        public Optional<SdkHttpResponse> httpResponse() {
            return Optional.empty();
        }

        @Override
        public Optional<SdkResponse> response() {
            return Optional.ofNullable(call.response());
        }
    }
}
