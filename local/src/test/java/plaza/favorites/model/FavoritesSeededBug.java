package plaza.favorites.model;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.Map;
import java.util.function.UnaryOperator;
import plaza.model.CommonRejections;
import plaza.model.ModelTestBed.CallHandler;
import plaza.model.SeededBug;
import plaza.model.expected.Call;
import plaza.testkit.TestResponse;

/// Bugs about favorites and tags.
public enum FavoritesSeededBug implements SeededBug {
    /// Unclipping has no effect.
    UNCLIP_LOST("UnclipFavorite") {
        @Override
        public UnaryOperator<CallHandler> handler() {
            return real ->
                    call ->
                            call.function().equals("UnclipFavorite")
                                            && CommonRejections.rejection(
                                                            call, new FavoritesModel())
                                                    == null
                                    ? new TestResponse(204, Map.of(), MissingNode.getInstance())
                                    : real.send(call);
        }
    },
    /// Tags are sorted by their names as written instead of normalized.
    NAMES_SORTED_AS_WRITTEN("ListTags", 7) {
        @Override
        public TestResponse changed(Call call, TestResponse response) {
            return "tagName".equals(call.query().get("sort")) && !call.query().containsKey("order")
                    ? SeededBug.ordered(
                            response,
                            items ->
                                    items.sort(
                                            Comparator.comparing(
                                                    tag -> tag.path("tagName").asText())))
                    : response;
        }
    },
    /// Every page but the first lacks its first item.
    PAGE_SKIPS_AN_ITEM("ListFavorites") {
        @Override
        public TestResponse changed(Call call, TestResponse response) {
            if (call.query().containsKey("cursor")
                    && response.json() instanceof ObjectNode page
                    && page.path("items") instanceof ArrayNode items) {
                items.remove(0);
            }
            return response;
        }
    };

    private final String function;
    private final int seed;

    FavoritesSeededBug(String function) {
        this(function, 0);
    }

    FavoritesSeededBug(String function, int seed) {
        this.function = function;
        this.seed = seed;
    }

    @Override
    public String function() {
        return function;
    }

    @Override
    public int seed() {
        return seed;
    }
}
