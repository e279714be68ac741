package plaza;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.catalogue.Access;
import plaza.catalogue.Contract;
import plaza.catalogue.HttpFunction;
import plaza.functions.Catalogue;
import plaza.testkit.About;
import plaza.testkit.SampleEvents;
import plaza.testkit.TestBed;
import plaza.testkit.TestRequest;

/// Tests that the lists of a user without any item are empty for that user on all routes, never
/// 404. To others, a user without a profile does not exist; a gamer without items has empty lists.
class UnknownUserListsTest {
    /// The parameters of a path that name a user, and those that are not ids.
    private static final Set<String> USER_ONLY = Set.of("userId", "gamerId", "dataType");

    private static final Pattern PARAMETER = Pattern.compile("\\{(\\w+)}");

    private static final TestBed bed = new TestBed();

    private static Stream<String> lists() {
        return Catalogue.ALL.httpFunctions().stream()
                .filter(UnknownUserListsTest::listsAUser)
                .map(HttpFunction::name);
    }

    private static boolean listsAUser(HttpFunction function) {
        var parameters =
                PARAMETER
                        .matcher(function.path())
                        .results()
                        .map(result -> result.group(1))
                        .collect(Collectors.toSet());
        return function.contract().successes().stream()
                        .anyMatch(success -> success.content() instanceof Contract.Content.Items)
                && (parameters.contains("userId") || parameters.contains("gamerId"))
                && USER_ONLY.containsAll(parameters);
    }

    @Test
    void theListsOfAUserAreKnown() {
        assertThat(lists()).contains("GetFollowerListByUserId", "GetTimelineByUserId");
    }

    @Test
    @About({"favorites", "fantasy"})
    void theListsOfOtherContextsAreKnown() {
        assertThat(lists())
                .contains(
                        "SearchFavorites", "ListTags", "ListLeaguesByGamer", "ListGamerGameweeks");
    }

    @ParameterizedTest
    @MethodSource("lists")
    void aUserWithoutItemsHasAnEmptyList(String function) {
        assertEmpty(function, "stranger");
    }

    @ParameterizedTest
    @MethodSource("lists")
    void anotherUserIsForbiddenOrSeesNoUserOrAnEmptyListOfAGamer(String function) {
        var row = TestBed.row(function);
        if (row.access() == Access.ANY_USER && !row.path().contains("{userId}")) {
            assertEmpty(function, "other");
        } else {
            assertThat(request(function, "other").send(function).status())
                    .isEqualTo(row.access() == Access.ANY_USER ? 404 : 403);
        }
    }

    private static void assertEmpty(String function, String caller) {
        var response = request(function, caller).send(function);
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.json().path("items").isArray()).isTrue();
        assertThat(response.json().path("items")).isEmpty();
        assertThat(response.json().has("nextCursor")).isFalse();
    }

    private static TestRequest request(String function, String caller) {
        return SampleEvents.request(bed, function, caller)
                .at("userId", "stranger")
                .at("gamerId", "stranger");
    }
}
