package plaza.local;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.List;
import org.junit.jupiter.api.Test;
import plaza.context.Declaration;
import plaza.context.Declarations;
import plaza.local.context.LocalPart;
import plaza.local.context.LocalParts;

/// Enforces the rules about the packages of the local system. `ArchitectureTest` has those of the
/// functions.
class LocalArchitectureTest {
    private static final JavaClasses LOCAL =
            new ClassFileImporter()
                    .importUrl(Local.class.getProtectionDomain().getCodeSource().getLocation());

    private static final List<String> CONTEXTS =
            Declarations.registered().all().stream()
                    .map(Declaration::getClass)
                    .map(Class::getPackageName)
                    .toList();

    /// Nothing outside of a context names it, so one can be taken away or added.
    @Test
    void theLocalSystemNamesNoContext() {
        for (var context : CONTEXTS) {
            noClasses()
                    .that()
                    .resideOutsideOfPackage(context + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage(context + "..")
                    .check(LOCAL);
        }
    }

    /// A misspelt name of a class would silently remove settings, demo and imports.
    @Test
    void everyPartOfAContextIsFound() {
        var found = LocalParts.registered().all().stream().map(each -> each.getClass().getName());
        assertThat(found)
                .containsExactlyInAnyOrderElementsOf(
                        LOCAL.stream()
                                .filter(type -> type.isAssignableTo(LocalPart.class))
                                .filter(type -> !type.isInterface())
                                .map(JavaClass::getName)
                                .toList());
    }

    @Test
    void packagesHaveNoCycles() {
        slices().matching("plaza.(**)").should().beFreeOfCycles().check(LOCAL);
    }
}
