package plaza;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameEndingWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.List;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import plaza.catalogue.FunctionRow;
import plaza.context.Declarations;
import plaza.dynamodb.DynamoDbScans;
import plaza.functions.Catalogue;
import plaza.lambda.ApiFunction;
import plaza.lambda.Deployment;
import plaza.log.Log;
import plaza.migrate.Migrate;
import plaza.reconcile.Reconcile;
import plaza.rule.Pure;
import plaza.table.Concurrently;
import plaza.table.Scans;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/// Enforces the rules about packages and dependencies. ArchUnit fails a rule that matches no class
/// (`failOnEmptyShould`, its default), so no rule can become ineffective unnoticed.
class ArchitectureTest {
    private static final JavaClasses PLAZA =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("plaza");

    /// Types with the annotation, and the types nested in them.
    private static final DescribedPredicate<JavaClass> ARE_PURE =
            DescribedPredicate.describe(
                    "are pure",
                    type -> outermost(type.getBaseComponentType()).isAnnotatedWith(Pure.class));

    private static final List<String> CONTEXTS =
            Declarations.registered().all().stream()
                    .map(context -> context.getClass().getPackageName())
                    .toList();

    @Test
    void pureTypesDependOnlyOnJavaIdsTextAndEachOther() {
        classes()
                .that(ARE_PURE)
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage(
                                        "java..",
                                        "org.jspecify..",
                                        "plaza.id",
                                        "plaza.*.id",
                                        "plaza.rule",
                                        "plaza.text")
                                .or(ARE_PURE))
                .check(PLAZA);
    }

    /// Input that breaks a rule is [plaza.text.Malformed], and an illegal argument is a defect.
    @Test
    void parsersAndFunctionsDoNotThrowIllegalArgument() {
        noClasses()
                .should()
                .callConstructorWhere(
                        DescribedPredicate.describe(
                                "a parser, a request or a function creates an"
                                        + " IllegalArgumentException",
                                call ->
                                        call.getTargetOwner()
                                                        .isEquivalentTo(
                                                                IllegalArgumentException.class)
                                                && readsInput(call.getOrigin())))
                .check(PLAZA);
    }

    private static boolean readsInput(JavaCodeUnit code) {
        return code.getName().contains("parse")
                || code.getOwner().getSimpleName().endsWith("Request")
                || code.getOwner().isAssignableTo(RequestHandler.class);
    }

    @Test
    void onlyTheTableItemsStreamAndLambdaUseTheSdk() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "plaza.table",
                        "plaza.units",
                        "plaza.dynamodb",
                        "plaza.stream",
                        "plaza.lambda")
                .and(not(simpleNameEndingWith("Items")))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("software.amazon.awssdk..")
                .check(PLAZA);
    }

    /// Other classes call `Table.concurrently`, so that tests can run all requests in one thread.
    @Test
    void onlyTheTableRunsThreads() {
        noClasses()
                .that()
                .resideOutsideOfPackage("plaza.dynamodb")
                .and(not(equivalentTo(Concurrently.class)))
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(Concurrently.class, Executors.class)
                .check(PLAZA);
    }

    @Test
    void onlyHandlersAndTheirInfrastructureUseLambdaEvents() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "plaza.catalogue",
                        "plaza.http",
                        "plaza.stream",
                        "plaza.lambda",
                        "plaza.log")
                .and(not(assignableTo(RequestHandler.class)))
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.amazonaws..")
                .check(PLAZA);
    }

    @Test
    void contextsDoNotDependOnEachOther() {
        for (var context : CONTEXTS) {
            for (var other : CONTEXTS) {
                if (!context.equals(other)) {
                    noClasses()
                            .that()
                            .resideInAPackage(context + "..")
                            .should()
                            .dependOnClassesThat()
                            .resideInAPackage(other + "..")
                            .check(PLAZA);
                }
            }
        }
    }

    /// Nothing outside of a context names it, so one can be taken away or added.
    @Test
    void thePlatformNamesNoContext() {
        for (var context : CONTEXTS) {
            noClasses()
                    .that()
                    .resideOutsideOfPackage(context + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage(context + "..")
                    .check(PLAZA);
        }
    }

    /// A cold start of a function behind the API does not look for contexts.
    @Test
    void handlersOfTheApiLoadNoContext() {
        noClasses()
                .that()
                .areAssignableTo(ApiFunction.class)
                .should()
                .dependOnClassesThat()
                .resideInAPackage("plaza.context")
                .check(PLAZA);
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("plaza.(*)..").should().beFreeOfCycles().check(PLAZA);
        slices().matching("plaza.(**)").should().beFreeOfCycles().check(PLAZA);
    }

    @Test
    void noPackageDependsOnTheOneThatContainsIt() {
        classes().should(notDependOnAnEnclosingPackage()).check(PLAZA);
    }

    @Test
    void handlersHaveTheSameStructure() {
        classes()
                .that()
                .areAssignableTo(RequestHandler.class)
                .and()
                .doNotHaveModifier(JavaModifier.ABSTRACT)
                .should()
                .haveModifier(JavaModifier.FINAL)
                .andShould()
                .bePublic()
                .andShould(haveExactlyTwoConstructors())
                .check(PLAZA);
    }

    @Test
    void theCatalogueListsEveryHandlerOnce() {
        var listed = Catalogue.ALL.functions().stream().map(FunctionRow::name).toList();
        assertThat(listed).doesNotHaveDuplicates();
        assertThat(
                        PLAZA.stream()
                                .filter(type -> type.isAssignableTo(RequestHandler.class))
                                .filter(type ->
                                        !type.getModifiers().contains(JavaModifier.ABSTRACT))
                                .map(JavaClass::getSimpleName))
                .containsExactlyInAnyOrderElementsOf(listed);
    }

    @Test
    void onlyReconcileAndMigrateScanAndNothingPrints() {
        noClasses()
                .that(not(equivalentTo(DynamoDbScans.class)))
                .should()
                .accessTargetWhere(scans())
                .check(PLAZA);
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "plaza.reconcile",
                        "plaza.migrate",
                        "plaza.scan",
                        "plaza.table",
                        "plaza.dynamodb")
                .and(not(equivalentTo(Deployment.class)))
                .and(
                        not(
                                DescribedPredicate.describe(
                                        "ExecutionEnvironment",
                                        c ->
                                                c.getFullName()
                                                        .equals(
                                                                "plaza.lambda.ExecutionEnvironment"))))
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(Scans.class, DynamoDbScans.class)
                .check(PLAZA);
        noClasses()
                .that(not(equivalentTo(Reconcile.class)))
                .and(not(equivalentTo(Migrate.class)))
                .should()
                .callMethod(Deployment.class, "scans")
                .check(PLAZA);
        noClasses().should().accessField(System.class, "out").check(PLAZA);
        noClasses()
                .that(not(equivalentTo(Log.class)))
                .should()
                .accessField(System.class, "err")
                .check(PLAZA);
    }

    /// Calls and method references, since `client::scan` scans too.
    private static DescribedPredicate<JavaAccess<?>> scans() {
        return DescribedPredicate.describe(
                "Scan",
                access ->
                        access.getTargetOwner().isEquivalentTo(DynamoDbClient.class)
                                && access.getName().startsWith("scan"));
    }

    private static JavaClass outermost(JavaClass type) {
        return type.getEnclosingClass().map(ArchitectureTest::outermost).orElse(type);
    }

    private static ArchCondition<JavaClass> notDependOnAnEnclosingPackage() {
        return new ArchCondition<>("not depend on a package that contains theirs") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                for (var dependency : type.getDirectDependenciesFromSelf()) {
                    var target = dependency.getTargetClass();
                    events.add(
                            new SimpleConditionEvent(
                                    type,
                                    !type.getPackageName()
                                            .startsWith(target.getPackageName() + "."),
                                    dependency.getDescription()));
                }
            }
        };
    }

    private static ArchCondition<JavaClass> haveExactlyTwoConstructors() {
        return new ArchCondition<>(
                "have a no-arg constructor for Lambda and one for other callers") {
            @Override
            public void check(JavaClass handler, ConditionEvents events) {
                var valid =
                        handler.getConstructors().size() == 2
                                && handler.getConstructors().stream()
                                        .allMatch(
                                                c -> c.getModifiers().contains(JavaModifier.PUBLIC))
                                && handler.getConstructors().stream()
                                                .filter(c -> c.getParameters().isEmpty())
                                                .count()
                                        == 1;
                events.add(new SimpleConditionEvent(handler, valid, handler.getName()));
            }
        };
    }
}
