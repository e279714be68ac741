package plaza.catalogue;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.Utf8Entry;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// The deployable jar, split into a layer with the libraries and one jar per function.
///
/// A function's jar contains only the files of Plaza that its handler can reach: classes, and
/// resources below `plaza/`. A change of one file therefore publishes only the functions that
/// contain it, and a version takes less than 2 MB of Lambda's code storage (75 GB per region,
/// <https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html>). A change of a
/// library, or of a class that every handler uses, publishes all functions.
///
/// A class reaches a file if its constant pool contains the name, alone or in a descriptor. That
/// covers everything but reflection by name. The service loader does that, and its providers are in
/// every jar; and a function of the platform loads its [parts][FunctionRow#parts] of the contexts.
/// `DeployedJarTest` runs every function from its own jar.
///
/// All files are reproducible on every machine: entries are not compressed, because compressors
/// differ between JDK builds, and their time is constant.
public final class FunctionCode {
    private static final String OWN = "plaza/";

    private static final String CLASS = ".class";

    private static final Pattern NAME = Pattern.compile("plaza/[\\w/$]+(\\.\\w+)?");

    /// The first time that a zip file can contain. It has no zone.
    private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    /// A file without compression is written in many small parts.
    private static final int BUFFER = 1 << 16;

    private final Map<String, byte[]> files;
    private final Map<String, Set<String>> references = new TreeMap<>();
    private final List<String> providers;
    private final List<FunctionRow> functions;
    private final Map<String, List<String>> parts = new HashMap<>();
    private final Path folder;
    private final Map<String, Path> jars = new ConcurrentHashMap<>();

    /// @param files Plaza's classes and resources by their path in the jar
    /// @param providers the paths of the classes that the libraries load by name
    /// @param functions the functions of the system
    /// @param folder the folder with the layer, and the folder for the functions' jars
    public FunctionCode(
            Map<String, byte[]> files,
            List<String> providers,
            List<? extends FunctionRow> functions,
            Path folder) {
        this.files = Map.copyOf(files);
        this.providers = List.copyOf(providers);
        this.functions = List.copyOf(functions);
        this.folder = folder;
        for (var function : functions) {
            parts.put(
                    path(function.handler().getName()),
                    function.parts().stream().map(part -> path(part.getName())).toList());
        }
        files.forEach((path, bytes) ->
                references.put(path, path.endsWith(CLASS) ? references(bytes) : Set.of()));
    }

    /// Splits a deployable jar.
    ///
    /// @param jar the jar
    /// @param functions the functions of the system
    /// @param folder the folder for the results, which is created if necessary
    public static FunctionCode split(Path jar, List<? extends FunctionRow> functions, Path folder) {
        if (!Files.isRegularFile(jar)) {
            throw new IllegalArgumentException(
                    "The deployable jar does not exist: "
                            + jar
                            + ". Build it with ./mvnw -pl functions package");
        }
        var files = new TreeMap<String, byte[]>();
        var libraries = new LinkedHashMap<String, byte[]>();
        var providers = new ArrayList<String>();
        try (var file = new JarFile(jar.toFile())) {
            for (var entry : Collections.list(file.entries())) {
                if (!entry.isDirectory()) {
                    var isOwn = entry.getName().startsWith(OWN);
                    var bytes = file.getInputStream(entry).readAllBytes();
                    (isOwn ? files : libraries).put(entry.getName(), bytes);
                    // no function looks for the declarations of contexts, Plaza's own service
                    if (entry.getName().startsWith("META-INF/services/")
                            && !entry.getName().startsWith("META-INF/services/plaza.")) {
                        new String(bytes, UTF_8)
                                .lines()
                                .filter(line -> line.startsWith("plaza."))
                                .map(FunctionCode::path)
                                .forEach(providers::add);
                    }
                }
            }
            for (var function : functions) {
                if (!files.containsKey(path(function.handler().getName()))) {
                    addOther(function.handler(), files);
                }
            }
            var code = new FunctionCode(files, providers, functions, folder);
            write(code.layer().resolve("java/lib/plaza-libraries.jar"), libraries);
            return code;
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// Returns the code with another content of a file.
    ///
    /// @param change returns the content for that of the deployable jar
    public FunctionCode with(String path, UnaryOperator<byte[]> change) {
        var changed = new HashMap<>(files);
        changed.computeIfPresent(path, (_, content) -> change.apply(content));
        return new FunctionCode(changed, providers, functions, folder);
    }

    /// Adds the files of another project, whose context has a handler that the deployable jar does
    /// not contain: those below `plaza/` in the jar or folder that the handler is loaded from.
    private static void addOther(Class<?> handler, Map<String, byte[]> files) throws IOException {
        var location =
                Path.of(
                        URI.create(
                                handler.getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .toString()));
        if (Files.isDirectory(location)) {
            addBelow(location, files);
        } else {
            try (var jar = FileSystems.newFileSystem(location)) {
                addBelow(jar.getPath("/"), files);
            }
        }
    }

    private static void addBelow(Path root, Map<String, byte[]> files) throws IOException {
        try (var found = Files.walk(root.resolve(OWN))) {
            for (var file : found.filter(Files::isRegularFile).toList()) {
                files.putIfAbsent(
                        root.relativize(file).toString().replace('\\', '/'),
                        Files.readAllBytes(file));
            }
        }
    }

    /// Plaza's classes and resources by their path in the jar.
    public Map<String, byte[]> files() {
        return files;
    }

    /// The paths of the classes that the libraries load by name: every function contains them.
    public List<String> providers() {
        return providers;
    }

    /// The folder with the content of the layer. Lambda adds the jars in its `java/lib` to the
    /// class path (<https://docs.aws.amazon.com/lambda/latest/dg/packaging-layers.html>).
    public Path layer() {
        return folder.resolve("libraries");
    }

    /// Writes the jar of a function, unless it has been written.
    ///
    /// @param handler the name of its handler class
    /// @return the jar
    public Path jar(String handler) {
        return jars.computeIfAbsent(handler, this::written);
    }

    private Path written(String handler) {
        var content = new TreeMap<String, byte[]>();
        reachable(handler).forEach(path -> content.put(path, files.get(path)));
        var file = folder.resolve(handler.substring(handler.lastIndexOf('.') + 1) + ".jar");
        try {
            write(file, content);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
        return file;
    }

    /// The paths of all files that a handler can reach.
    public Set<String> reachable(String handler) {
        var first = path(handler);
        if (!files.containsKey(first)) {
            throw new IllegalArgumentException("The deployable jar does not contain " + handler);
        }
        var found = new TreeSet<String>();
        var open = new ArrayDeque<>(providers);
        open.add(first);
        open.addAll(parts.getOrDefault(first, List.of()));
        while (!open.isEmpty()) {
            var path = open.pop();
            if (files.containsKey(path) && found.add(path)) {
                open.addAll(references.get(path));
            }
        }
        return found;
    }

    private static String path(String className) {
        return className.replace('.', '/') + CLASS;
    }

    private static Set<String> references(byte[] bytes) {
        var names = new TreeSet<String>();
        for (var entry : ClassFile.of().parse(bytes).constantPool()) {
            if (entry instanceof Utf8Entry text) {
                var matcher = NAME.matcher(text.stringValue());
                while (matcher.find()) {
                    names.add(matcher.group(1) == null ? matcher.group() + CLASS : matcher.group());
                }
            }
        }
        return names;
    }

    private static void write(Path file, Map<String, byte[]> content) throws IOException {
        Files.createDirectories(file.getParent());
        try (var zip =
                new ZipOutputStream(
                        new BufferedOutputStream(Files.newOutputStream(file), BUFFER))) {
            zip.setMethod(ZipOutputStream.STORED);
            for (var part : content.entrySet()) {
                var entry = new ZipEntry(part.getKey());
                var checksum = new CRC32();
                checksum.update(part.getValue());
                entry.setCrc(checksum.getValue());
                entry.setSize(part.getValue().length);
                entry.setTimeLocal(TIME);
                zip.putNextEntry(entry);
                zip.write(part.getValue());
            }
        }
    }
}
