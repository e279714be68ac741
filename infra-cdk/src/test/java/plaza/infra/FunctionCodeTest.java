package plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.constant.ConstantDescs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import plaza.catalogue.FunctionCode;
import plaza.catalogue.FunctionRow;
import plaza.catalogue.HttpFunction;
import plaza.context.Declarations;
import plaza.functions.Catalogue;
import plaza.infra.settings.StackSettings;
import plaza.openapi.GetOpenApi;

/// What a change publishes: the functions whose version has another logical id in the template.
final class FunctionCodeTest {
    private static final List<String> CONTEXTS = Declarations.registered().names();

    @TempDir private Path folder;

    private final FunctionCode code = Template.CODE;

    @Test
    void aChangeOfOneClassPublishesExactlyTheFunctionsThatContainIt() throws Exception {
        var changed = repackaged("plaza/social/post/PostWrites.class");
        var published = new TreeSet<String>();
        var containing = new TreeSet<String>();
        for (var row : Catalogue.ALL.functions()) {
            var handler = row.handler().getName();
            if (Files.mismatch(code.jar(handler), changed.jar(handler)) >= 0) {
                published.add(row.name());
            }
            if (code.reachable(handler).contains("plaza/social/post/PostWrites.class")) {
                containing.add(row.name());
            }
        }
        assertThat(published).isEqualTo(containing).contains("CreatePost");
        assertThat(published.size()).isLessThanOrEqualTo(Catalogue.ALL.functions().size() / 3);
        var versions = Template.dev().versions();
        containing.retainAll(versions.keySet());
        assertThat(published(Template.dev(StackSettings.dev(), changed)))
                .isEqualTo(containing)
                .contains("CreatePost")
                .hasSizeLessThan(versions.size());
    }

    @EnabledIfSystemProperty(
            named = "plaza.deep",
            matches = "true",
            disabledReason = "-Pdeep runs it")
    @Test
    void aChangeOfALibraryPublishesAllFunctions() throws Exception {
        var changed = repackaged("com/fasterxml/jackson/core/JsonFactory.class");
        assertThat(published(Template.dev(StackSettings.dev(), changed)))
                .isEqualTo(Template.dev().versions().keySet());
    }

    /// The iteration order of `Map.of` differs between processes.
    @EnabledIfSystemProperty(
            named = "plaza.deep",
            matches = "true",
            disabledReason = "-Pdeep runs it")
    @Test
    void anotherProcessSynthesisesTheSameTemplates() throws Exception {
        var text = folder.resolve("templates");
        var process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-classpath",
                                System.getProperty("java.class.path"),
                                Template.class.getName(),
                                text.toString())
                        .inheritIO()
                        .start();
        assertThat(process.waitFor()).isZero();
        assertThat(Files.readString(text)).isEqualTo(Template.dev().text());
    }

    /// The functions that a deployment of this template publishes after one of [Template#dev].
    private static Set<String> published(Template after) {
        var versions = after.versions();
        versions.values().removeAll(Template.dev().versions().values());
        return versions.keySet();
    }

    @Test
    void theOpenApiDocumentIsInTheJarOfOneFunction() {
        assertThat(code.files()).containsKey(GetOpenApi.RESOURCE);
        assertThat(Catalogue.ALL.functions())
                .filteredOn(row ->
                        code.reachable(row.handler().getName()).contains(GetOpenApi.RESOURCE))
                .extracting(FunctionRow::name)
                .containsExactly("GetOpenApi");
    }

    /// The table in docs/operations/releases.md: for each context, how many functions contain the
    /// typical class, and how many the class that most of them contain. `-Dplaza.docs=write` writes
    /// the figures instead.
    @Test
    void theDocumentedSharesAreExactAndAChangeInOneContextPublishesNoRoutesOfOthers()
            throws Exception {
        var functions = Catalogue.ALL.functions();
        var published = new TreeMap<String, Integer>();
        for (var row : functions) {
            code.reachable(row.handler().getName())
                    .forEach(c -> published.merge(c, 1, Integer::sum));
        }
        var page = Path.of("../docs/operations/releases.md");
        var expected = Files.readString(page);
        for (var context : CONTEXTS) {
            var counts =
                    published.entrySet().stream()
                            .filter(entry -> entry.getKey().startsWith("plaza/" + context + "/"))
                            .map(Map.Entry::getValue)
                            .sorted()
                            .toList();
            var mean = counts.stream().mapToInt(Integer::intValue).average().orElseThrow();
            var others =
                    functions.stream()
                            .filter(row ->
                                    row instanceof HttpFunction
                                            && row.parts().isEmpty()
                                            && !row.context().equals(context))
                            .flatMap(row -> code.reachable(row.handler().getName()).stream())
                            .filter(file -> file.startsWith("plaza/" + context + "/"));
            assertThat(others).as(context).isEmpty();
            var row =
                    "| %s | %.0f %% | %.0f %% |"
                            .formatted(
                                    context,
                                    100 * mean / functions.size(),
                                    100.0 * counts.getLast() / functions.size());
            var documented =
                    Pattern.compile("\\| " + context + "( \\| \\d+ %){2} \\|").matcher(expected);
            assertThat(documented.results()).as("rows of " + context).hasSize(1);
            expected = documented.replaceFirst(row);
        }
        if ("write".equals(System.getProperty("plaza.docs"))) {
            Files.writeString(page, expected);
        } else {
            assertThat(Files.readString(page)).isEqualTo(expected);
        }
    }

    @Test
    void everyFunctionContainsTheClassesThatTheServiceLoaderLoads() {
        assertThat(code.providers()).containsExactly("plaza/lambda/EventJson.class");
        for (var row : Catalogue.ALL.functions()) {
            assertThat(code.reachable(row.handler().getName())).containsAll(code.providers());
        }
    }

    @Test
    void onlyFunctionsBehindTheApiContainTheClassesOfRequests() {
        for (var row : Catalogue.ALL.functions()) {
            assertThat(code.reachable(row.handler().getName()).contains("plaza/http/Http.class"))
                    .as(row.name())
                    .isEqualTo(row instanceof HttpFunction);
        }
    }

    @Test
    void noFunctionContainsTheCatalogue() {
        for (var row : Catalogue.ALL.functions()) {
            assertThat(code.reachable(row.handler().getName()))
                    .noneMatch(path -> path.startsWith("plaza/catalogue/"));
        }
    }

    /// The deployable jar packed again, with one changed class.
    private FunctionCode repackaged(String changed) throws Exception {
        var jar = folder.resolve("changed.jar");
        try (var from = new JarFile(App.JAR.toFile());
                var to = new JarOutputStream(Files.newOutputStream(jar))) {
            to.setLevel(Deflater.NO_COMPRESSION);
            for (var entry : Collections.list(from.entries())) {
                var bytes = from.getInputStream(entry).readAllBytes();
                to.putNextEntry(new ZipEntry(entry.getName()));
                to.write(entry.getName().equals(changed) ? withOneMoreField(bytes) : bytes);
            }
        }
        return FunctionCode.split(jar, Catalogue.ALL.functions(), folder.resolve("code"));
    }

    private static byte[] withOneMoreField(byte[] bytes) {
        return ClassFile.of()
                .transformClass(
                        ClassFile.of().parse(bytes),
                        ClassTransform.endHandler(builder ->
                                builder.withField(
                                        "added", ConstantDescs.CD_int, ClassFile.ACC_STATIC)));
    }
}
