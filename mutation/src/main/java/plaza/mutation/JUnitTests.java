package plaza.mutation;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectUniqueId;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.pitest.classinfo.ClassByteArraySource;
import org.pitest.help.PitHelpError;
import org.pitest.testapi.AbstractTestUnit;
import org.pitest.testapi.Configuration;
import org.pitest.testapi.Description;
import org.pitest.testapi.ResultCollector;
import org.pitest.testapi.TestGroupConfig;
import org.pitest.testapi.TestPluginFactory;
import org.pitest.testapi.TestSuiteFinder;
import org.pitest.testapi.TestUnit;
import org.pitest.testapi.TestUnitExecutionListener;
import org.pitest.testapi.TestUnitFinder;
import plaza.functions.Catalogue;
import plaza.testkit.TestBed;

/// Connects PIT with JUnit: each test method is a test of its own. The test beds, which the tests
/// of a class share, are reset before each one.
///
/// PIT's own plugin for JUnit runs all tests of a class to find them, in each process. PIT starts a
/// process for each mutated class, and another one after each mutant that does not end; most of the
/// time would go into these runs. This one asks JUnit for the methods, and prepares a process with
/// one test of each class. A parameterized method is one test.
///
/// Before the first mutant it initializes all classes of Plaza. Static state therefore comes from
/// the unchanged code, and is never the reason why another mutant dies.
public final class JUnitTests implements TestPluginFactory {
    private static final Launcher JUNIT = LauncherFactory.create();

    @Override
    public Configuration createTestFrameworkConfiguration(
            TestGroupConfig config,
            ClassByteArraySource source,
            Collection<String> excludedRunners,
            Collection<String> includedTestMethods) {
        return new JUnitConfiguration(new Finder(config.getExcludedGroups()));
    }

    @Override
    public String name() {
        return "junit-methods";
    }

    @Override
    public String description() {
        return "JUnit tests, one method at a time";
    }

    private record JUnitConfiguration(TestUnitFinder testUnitFinder) implements Configuration {
        @Override
        public TestSuiteFinder testSuiteFinder() {
            return _ -> List.of();
        }

        @Override
        public Optional<PitHelpError> verifyEnvironment() {
            return Optional.empty();
        }
    }

    /// Finds the test methods of a class.
    ///
    /// @param excludedTags the tags of tests that it leaves out
    private record Finder(List<String> excludedTags) implements TestUnitFinder {
        private static boolean prepared;

        @Override
        public List<TestUnit> findTestUnits(Class<?> type, TestUnitExecutionListener listener) {
            if (type.getEnclosingClass() != null) {
                return List.of();
            }
            var found = new ArrayList<TestUnit>();
            var plan = JUNIT.discover(request(selectClass(type), excludedTags));
            for (var root : plan.getRoots()) {
                for (var identifier : plan.getDescendants(root)) {
                    if (isMethod(identifier, plan)) {
                        found.add(new Unit(identifier.getUniqueId(), type));
                    }
                }
            }
            if (!found.isEmpty()) {
                prepare(found.getFirst().getDescription().getName());
            }
            return found;
        }

        private static boolean isMethod(TestIdentifier identifier, TestPlan plan) {
            return identifier.isTest()
                    || (plan.getChildren(identifier).isEmpty()
                            && identifier.getSource().orElse(null) instanceof MethodSource);
        }

        /// Runs a test on the unchanged code, so that the first mutants do not wait for classes and
        /// are not taken for endless ones.
        private static synchronized void prepare(String test) {
            if (!prepared) {
                prepared = true;
                initializeClasses();
            }
            TestBed.resetOpen();
            JUNIT.execute(request(selectUniqueId(test), List.of()));
        }

        private static void initializeClasses() {
            var folder = ClassPath.folder(Catalogue.class);
            try (var files = Files.walk(folder)) {
                for (var file : (Iterable<Path>) files::iterator) {
                    var name = folder.relativize(file).toString().replace('/', '.');
                    if (name.endsWith(".class") && !name.endsWith("package-info.class")) {
                        initialize(name.substring(0, name.length() - ".class".length()));
                    }
                }
            } catch (IOException fault) {
                throw new UncheckedIOException(fault);
            }
        }

        private static void initialize(String type) {
            try {
                Class.forName(type);
            } catch (ClassNotFoundException fault) {
                throw new IllegalStateException(fault);
            } catch (ExceptionInInitializerError _) {
                // Deployment, which only deployed functions can initialize
            }
        }
    }

    private static LauncherDiscoveryRequest request(
            DiscoverySelector selector, List<String> excludedTags) {
        var request = LauncherDiscoveryRequestBuilder.request().selectors(selector);
        for (var tag : Set.copyOf(excludedTags)) {
            if (!tag.isBlank()) {
                request.filters(TagFilter.excludeTags(tag));
            }
        }
        return request.build();
    }

    /// A test method.
    private static final class Unit extends AbstractTestUnit {
        private final String id;

        Unit(String id, Class<?> type) {
            super(new Description(id, type));
            this.id = id;
        }

        @Override
        public void execute(ResultCollector collector) {
            collector.notifyStart(getDescription());
            var result = new Result();
            TestBed.resetOpen();
            JUNIT.execute(request(selectUniqueId(id), List.of()), result);
            if (result.failure != null) {
                collector.notifyEnd(getDescription(), result.failure);
            } else if (result.hasRun) {
                collector.notifyEnd(getDescription());
            } else {
                collector.notifySkipped(getDescription());
            }
        }
    }

    /// Whether a test ran, and its first failure.
    private static final class Result implements TestExecutionListener {
        private boolean hasRun;
        private @Nullable Throwable failure;

        @Override
        public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
            hasRun |= identifier.isTest();
            if (result.getStatus() == TestExecutionResult.Status.FAILED && failure == null) {
                failure = result.getThrowable().orElseGet(AssertionError::new);
            }
        }
    }
}
