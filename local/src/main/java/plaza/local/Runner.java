package plaza.local;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.HttpFunction;
import plaza.local.development.DevRoutes;
import plaza.local.emulator.Functions;
import plaza.local.gateway.Api;
import plaza.local.gateway.ApiRequest;
import plaza.local.gateway.ApiResponse;
import plaza.local.gateway.Gateway;
import plaza.local.gateway.Pages;
import plaza.local.load.ModelImport;
import plaza.local.load.ModelImport.Report;
import plaza.local.mapping.Streams;
import plaza.reconcile.ReconcileFunctions;

/// The whole local system, running: [Backend], the functions behind the stream, and the port.
public final class Runner implements AutoCloseable {
    private final Backend backend;
    private final Streams streams;
    private final ModelImport modelImport;
    private final Gateway gateway;

    private Runner(Backend backend, Streams streams, ModelImport modelImport, Gateway gateway) {
        this.backend = backend;
        this.streams = streams;
        this.modelImport = modelImport;
        this.gateway = gateway;
    }

    /// Starts everything.
    ///
    /// @param port 0 for any free one
    /// @param folder where data lies, or null for memory
    /// @param catalogue the functions behind the API
    /// @param parts what their handlers ask for beyond the standard parts
    /// @param streams makes what runs behind the stream
    /// @throws IOException when the port is taken
    public static Runner start(
            int port,
            @Nullable Path folder,
            List<HttpFunction> catalogue,
            UnaryOperator<Functions> parts,
            Function<Backend, Streams> streams)
            throws IOException {
        var backend = Backend.open(folder, catalogue, parts);
        Streams behind = null;
        try {
            behind = streams.apply(backend);
            var modelImport = new ModelImport(backend.table(), backend.clock());
            var dev =
                    new DevRoutes(
                            backend.clock(),
                            backend.issuer(),
                            behind,
                            modelImport,
                            backend.functions().scheduled(ReconcileFunctions.RECONCILE));
            var pages = new Pages(catalogue);
            var gateway = Gateway.listen(port, call -> answer(call, dev, pages, backend.api()));
            behind.start();
            return new Runner(backend, behind, modelImport, gateway);
        } catch (IOException | RuntimeException fault) {
            if (behind != null) {
                behind.close();
            }
            backend.close();
            throw fault;
        }
    }

    private static ApiResponse answer(ApiRequest call, DevRoutes dev, Pages pages, Api api) {
        var local = dev.respondOrNull(call);
        if (local == null) {
            local = pages.respondOrNull(call);
        }
        return local == null ? api.respond(call) : local;
    }

    /// Where it is reached.
    public URI address() {
        return gateway.address();
    }

    public Backend backend() {
        return backend;
    }

    public Streams streams() {
        return streams;
    }

    /// Loads a model file.
    public Report load(byte[] file) {
        return modelImport.load(file);
    }

    /// Stops taking requests, then what runs behind the stream, then the table.
    @Override
    public void close() {
        gateway.close();
        streams.close();
        backend.close();
    }
}
