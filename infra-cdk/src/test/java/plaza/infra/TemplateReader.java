package plaza.infra;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// A test of this package that reads shared templates.
///
/// @param templates those that it requests, by their names
record TemplateReader(Method method, Map<String, Template> templates) {
    /// Runs all tests, except those that write files or that only `-Pdeep` runs, and returns those
    /// that read a shared template.
    static List<TemplateReader> all() throws ReflectiveOperationException {
        var tests = new ArrayList<TemplateReader>();
        for (var type : classes()) {
            for (var method : type.getDeclaredMethods()) {
                if (method.isAnnotationPresent(Test.class)
                        && !method.isAnnotationPresent(EnabledIfSystemProperty.class)) {
                    var test = new TemplateReader(method, new HashMap<>());
                    var failure =
                            ScopedValue.where(
                                            Template.CHANGE,
                                            (name, template) -> {
                                                test.templates.put(name, template);
                                                return template;
                                            })
                                    .call(test::failure);
                    if (failure != null) {
                        throw new AssertionError(test + " fails without a change", failure);
                    }
                    if (!test.templates.isEmpty()) {
                        tests.add(test);
                    }
                }
            }
        }
        return tests;
    }

    private static List<? extends Class<?>> classes() throws ReflectiveOperationException {
        try (var files =
                Files.list(
                        Path.of(TemplateReader.class.getResource("TemplateReader.class").toURI())
                                .getParent())) {
            var classes = new ArrayList<Class<?>>();
            for (var file : files.sorted().toList()) {
                var name = file.getFileName().toString();
                if (name.endsWith("Test.class")) {
                    classes.add(Class.forName("plaza.infra." + name.replace(".class", "")));
                }
            }
            classes.removeIf(type ->
                    type.isAnnotationPresent(EnabledIfSystemProperty.class)
                            || Arrays.stream(type.getDeclaredFields())
                                    .anyMatch(field -> field.isAnnotationPresent(TempDir.class)));
            return classes;
        } catch (IOException | URISyntaxException fault) {
            throw new IllegalStateException(fault);
        }
    }

    /// Whether the test fails with these templates instead of those of the same names.
    boolean notices(Map<String, Supplier<Template>> changed) {
        return templates.keySet().stream().anyMatch(changed::containsKey)
                && ScopedValue.where(
                                        Template.CHANGE,
                                        (name, same) ->
                                                changed.getOrDefault(name, () -> same).get())
                                .call(this::failure)
                        != null;
    }

    /// Runs the test.
    private @Nullable Throwable failure() {
        try {
            var constructor = method.getDeclaringClass().getDeclaredConstructor();
            constructor.setAccessible(true);
            method.setAccessible(true);
            method.invoke(constructor.newInstance());
            return null;
        } catch (InvocationTargetException thrown) {
            return thrown.getCause();
        } catch (ReflectiveOperationException fault) {
            throw new LinkageError(this + " cannot run", fault);
        }
    }

    @Override
    public String toString() {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }
}
