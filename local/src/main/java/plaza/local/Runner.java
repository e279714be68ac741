package plaza.local;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import plaza.catalogue.TokenRules;
import plaza.context.Declarations;
import plaza.functions.Catalogue;
import plaza.local.backend.Backend;
import plaza.local.context.LocalParts;
import plaza.local.context.ModelReport;
import plaza.local.development.ActivityLog;
import plaza.local.development.DevRoutes;
import plaza.local.development.ExplorerRoutes;
import plaza.local.development.OpenApiDocument;
import plaza.local.development.Recorder;
import plaza.local.emulator.Functions;
import plaza.local.emulator.TablePort;
import plaza.local.gateway.Api;
import plaza.local.gateway.ApiRequest;
import plaza.local.gateway.ApiResponse;
import plaza.local.gateway.CorsHeaders;
import plaza.local.gateway.Gateway;
import plaza.local.gateway.Pages;
import plaza.local.load.ModelImport;
import plaza.local.machine.ScanRuns;
import plaza.local.mapping.TableStreams;
import plaza.local.objects.LocalObjects;

/// The running local system: a [Backend], the stream functions, and the HTTP server.
public final class Runner implements AutoCloseable {
    private final Backend backend;
    private final TableStreams streams;
    private final ModelImport modelImport;
    private final Gateway gateway;
    private final ActivityLog log;

    /// Where a local system keeps its data, and who can call it.
    ///
    /// @param port the port of the API, 0 for any free port
    /// @param tablePort where other programs can use the table, or null if none can
    /// @param folder the data folder, or null to keep data in memory
    /// @param tokens what access tokens contain
    /// @param origins the origins whose web pages can call the API, besides those of this machine
    /// @param declarations those of the contexts of which the system consists
    public record Settings(
            int port,
            @Nullable TablePort tablePort,
            @Nullable Path folder,
            TokenRules tokens,
            List<String> origins,
            Declarations declarations) {
        /// The settings of a system with all contexts.
        public Settings(
                int port,
                @Nullable TablePort tablePort,
                @Nullable Path folder,
                TokenRules tokens,
                List<String> origins) {
            this(port, tablePort, folder, tokens, origins, Declarations.registered());
        }
    }

    private Runner(
            Backend backend,
            TableStreams streams,
            ModelImport modelImport,
            Gateway gateway,
            ActivityLog log) {
        this.backend = backend;
        this.streams = streams;
        this.modelImport = modelImport;
        this.gateway = gateway;
        this.log = log;
    }

    /// Starts all parts.
    ///
    /// @see #start(Settings, UnaryOperator, Consumer)
    public static Runner start(Settings settings, UnaryOperator<Functions> arguments)
            throws IOException {
        return start(settings, arguments, runner -> runner.streams().start());
    }

    /// Starts all parts except the streams, and loads data. Requests to the API wait until the data
    /// is loaded.
    ///
    /// @param arguments adds or replaces arguments of the handlers' constructors
    /// @param load loads data and starts the streams, for example after an import, which is faster
    ///   while no function reads the stream
    /// @throws IOException if the port is in use
    public static Runner start(
            Settings settings, UnaryOperator<Functions> arguments, Consumer<Runner> load)
            throws IOException {
        // calls of the API share this lock; the start of the system and an import hold it alone
        var calls = new ReentrantReadWriteLock();
        calls.writeLock().lock();
        try {
            var runner = listen(settings, arguments, calls);
            try {
                load.accept(runner);
                return runner;
            } catch (RuntimeException fault) {
                runner.close();
                throw fault;
            }
        } finally {
            calls.writeLock().unlock();
        }
    }

    private static Runner listen(
            Settings settings, UnaryOperator<Functions> arguments, ReadWriteLock calls)
            throws IOException {
        var declarations = settings.declarations();
        var catalogue = new Catalogue(declarations);
        var parts = LocalParts.of(declarations);
        var document = OpenApiDocument.of(catalogue);
        var backend =
                Backend.open(
                        settings.folder(),
                        settings.tablePort(),
                        catalogue.httpFunctions(),
                        settings.tokens(),
                        functions ->
                                arguments.apply(functions.with(Declarations.class, declarations)));
        var log = new ActivityLog();
        var recorder = new Recorder(log, catalogue);
        TableStreams opened = null;
        try {
            var streams = backend.streams(recorder);
            opened = streams;
            var modelImport =
                    new ModelImport(
                            backend.table(),
                            backend.clock(),
                            catalogue,
                            parts,
                            writes -> {
                                calls.writeLock().lock();
                                try {
                                    streams.place(writes);
                                } finally {
                                    calls.writeLock().unlock();
                                }
                            });
            var dev =
                    new DevRoutes(
                            backend.emulator(),
                            new CorsHeaders(catalogue, List.of()),
                            backend.clock(),
                            backend.issuer(),
                            streams,
                            modelImport,
                            new ScanRuns(
                                    catalogue.reconcile().name(),
                                    backend.functions().scheduled(catalogue.reconcile()),
                                    backend.clock()),
                            new ScanRuns(
                                    catalogue.migrate().name(),
                                    backend.functions().migrate(),
                                    backend.clock()),
                            new ExplorerRoutes(
                                    catalogue,
                                    document,
                                    log,
                                    backend.emulator().client(),
                                    streams.failures(),
                                    backend.clock(),
                                    parts.knownIds(),
                                    parts.exampleRules()));
            var api = backend.api(Recorder.meter(backend.emulator().client()));
            var pages = new Pages(document, declarations.names());
            var cors = new CorsHeaders(catalogue, settings.origins());
            var gateway =
                    Gateway.listen(
                            settings.port(),
                            call ->
                                    respond(
                                            call,
                                            dev,
                                            backend,
                                            pages,
                                            cors,
                                            other ->
                                                    recorder.record(
                                                            api.functionOrNull(other),
                                                            other,
                                                            () ->
                                                                    respond(
                                                                            other, backend, api,
                                                                            calls))));
            backend.objects().servedAt(gateway.address());
            return new Runner(backend, streams, modelImport, gateway, log);
        } catch (IOException | RuntimeException fault) {
            if (opened != null) {
                opened.close();
            }
            backend.close();
            throw fault;
        }
    }

    private static ApiResponse respond(
            ApiRequest call,
            DevRoutes dev,
            Backend backend,
            Pages pages,
            CorsHeaders cors,
            Function<ApiRequest, ApiResponse> api) {
        // the origins of the setting never for /dev, whose routes need no token
        var local = dev.respondOrNull(call);
        return local == null
                ? cors.respond(call, other -> page(other, backend, pages, api))
                : local;
    }

    /// @param calls the lock that an import holds exclusively, because the stream functions process
    ///   no record of its time
    private static ApiResponse respond(
            ApiRequest call, Backend backend, Api api, ReadWriteLock calls) {
        if (call.isWrite() && backend.emulator().isFull()) {
            return Gateway.diskFull();
        }
        calls.readLock().lock();
        try {
            return api.respond(call);
        } finally {
            calls.readLock().unlock();
        }
    }

    private static ApiResponse page(
            ApiRequest call, Backend backend, Pages pages, Function<ApiRequest, ApiResponse> api) {
        if (LocalObjects.isFor(call)) {
            return call.isWrite() && backend.emulator().isFull()
                    ? Gateway.diskFull()
                    : backend.objects().respond(call);
        }
        var page = pages.respondOrNull(call);
        return page == null ? api.apply(call) : page;
    }

    /// Returns the base URL of the API.
    public URI address() {
        return gateway.address();
    }

    public Backend backend() {
        return backend;
    }

    public TableStreams streams() {
        return streams;
    }

    /// Loads a NoSQL Workbench model file.
    public ModelReport load(byte[] file) {
        return modelImport.load(file);
    }

    /// Ends waiting requests, then closes the HTTP server, the streams and the table, in this
    /// order.
    @Override
    public void close() {
        log.close();
        gateway.close();
        streams.close();
        backend.close();
    }
}
