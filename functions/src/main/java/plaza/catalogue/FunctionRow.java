package plaza.catalogue;

import java.util.List;

/// One Lambda function: a row of the catalogue.
public sealed interface FunctionRow
        permits HttpFunction, PublicFunction, StreamFunction, ScheduledFunction {
    /// An event without work: an HTTP function reads a request without claims in it and returns
    /// 401, and a stream function reads a batch without records. Neither accesses the table.
    String EMPTY_EVENT = "{\"Records\":[]}";

    Class<?> handler();

    /// What the function does, as a short imperative. The OpenAPI document, the documentation and
    /// the console's description of the function show it.
    String summary();

    /// All permissions on the table.
    List<Grant> grants();

    /// The classes of contexts that the function loads by name. The stack names them in its
    /// environment.
    default List<Class<?>> parts() {
        return List.of();
    }

    /// The function's name in the stack, in the logs and in the documentation.
    default String name() {
        return handler().getSimpleName();
    }

    /// The context that the function belongs to: the second part of its package.
    default String context() {
        return handler().getPackageName().split("\\.", -1)[1];
    }
}
