package plaza.leaving;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import plaza.context.Declarations;
import plaza.table.ItemKind;
import plaza.table.PlatformKeys;

/// What the contexts declare of erasures.
class ErasuresTest {
    @Test
    void everyKindOfItemNamesPersonsOrNone() {
        var undeclared = new TreeSet<String>();
        for (var context : Declarations.registered().all()) {
            undeclared.addAll(
                    undeclared(
                            context.erasure(),
                            context.families().stream()
                                    .flatMap(family -> family.kinds().stream())
                                    .collect(Collectors.toSet())));
        }
        undeclared.addAll(
                undeclared(
                        new PlatformErasure(),
                        PlatformKeys.families().stream()
                                .flatMap(family -> family.kinds().stream())
                                .collect(Collectors.toSet())));
        assertThat(undeclared).isEmpty();
    }

    private static Set<String> undeclared(ContextErasure erasure, Set<? extends ItemKind> kinds) {
        var personal =
                erasure.personal().stream().map(PersonalKind::kind).collect(Collectors.toSet());
        return kinds.stream()
                .filter(kind -> personal.contains(kind) == erasure.impersonal().contains(kind))
                .map(Object::toString)
                .collect(Collectors.toSet());
    }
}
