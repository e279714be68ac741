package plaza.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import plaza.catalogue.Action;
import plaza.catalogue.Grant;
import plaza.functions.Catalogue;
import plaza.social.key.SocialKeys;
import plaza.table.TableSchema.Index;

/// The grants of the last release. `-Dplaza.release=write` writes those of the Catalogue after a
/// release (`docs/operations/releases.md`).
final class ReleasedGrantsTest {
    private static final Path FILE = Path.of("src/main/resources/plaza/infra", ReleasedGrants.FILE);

    @Test
    void theFileHasTheGrantsOfARelease() throws IOException {
        if ("write".equals(System.getProperty("plaza.release"))) {
            Files.writeString(FILE, ReleasedGrants.text(Catalogue.ALL.functions()));
        }
        var released = ReleasedGrants.parse(Files.readString(FILE));
        assertThat(released.byFunction()).isNotEmpty();
    }

    @Test
    void theTextOfGrantsIsReadAsTheSameGrants() {
        var read = ReleasedGrants.parse(ReleasedGrants.text(Catalogue.ALL.functions()));
        for (var function : Catalogue.ALL.functions()) {
            assertThat(read.with(function))
                    .as(function.name())
                    .containsExactlyInAnyOrderElementsOf(Set.copyOf(function.grants()));
        }
    }

    @Test
    void aGrantThatTheCatalogueNoLongerHasStaysForOneRelease() {
        var function =
                Catalogue.ALL.httpFunctions().stream()
                        .filter(row -> row.name().equals(Template.REMOVED_GRANT_OF))
                        .findAny()
                        .orElseThrow();
        assertThat(function.grants())
                .doesNotContain(new Grant(Action.GET_ITEM, Index.TABLE, SocialKeys.FOLLOWERS));
        var dev = Template.dev();
        var table = JsonNodeFactory.instance.objectNode();
        table.putArray("Fn::GetAtt").add(dev.idAt("Table/Resource")).add("Arn");
        var keys = Set.of(SocialKeys.FOLLOWERS.pattern().replace("*", "x1"));
        assertThat(policy(dev).allows("dynamodb:GetItem", table, keys)).isTrue();
        // the template without that line does not allow it
        table.putArray("Fn::GetAtt").add(Template.real().idAt("Table/Resource")).add("Arn");
        assertThat(policy(Template.real()).allows("dynamodb:GetItem", table, keys)).isFalse();
    }

    private static Policy policy(Template template) {
        return Policy.of(template.at(Template.REMOVED_GRANT_OF + "Role/Resource"));
    }

    @Test
    void aFamilyOfTheLastReleaseCannotDisappear() {
        assertThatThrownBy(() -> ReleasedGrants.parse("CreatePost PUT_ITEM TABLE old#x"))
                .hasMessage(
                        "The last release uses the family old#x. Declare it in the keys of its context for one"
                                + " more release.");
    }
}
