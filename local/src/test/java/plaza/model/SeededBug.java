package plaza.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import plaza.catalogue.HttpFunction;
import plaza.model.ModelTestBed.CallHandler;
import plaza.model.expected.Call;
import plaza.model.expected.ExpectedResponse;
import plaza.model.expected.JsonDifference;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

/// A bug that is put into the functions or into a model. The comparison must find each, with a
/// short command sequence; otherwise runs that find nothing would prove nothing.
enum SeededBug {
    /// The model keeps deleted posts, in timelines and everywhere else.
    DELETION_IGNORED("DeletePost") {
        @Override
        ModelRun.Models models() {
            return with(new ModelWithoutDeletion());
        }
    },
    /// The model counts a like immediately instead of through the stream.
    LIKE_COUNTED_IMMEDIATELY("GetLikeCountByPostId") {
        @Override
        ModelRun.Models models() {
            return with(new ModelWithImmediateLikes());
        }
    },
    /// Like counts are too high by one.
    COUNT_OFF_BY_ONE("GetLikeCountByPostId") {
        @Override
        TestResponse changed(Call call, TestResponse response) {
            return number(response, "likeCount", response.json().path("likeCount").asLong() + 1);
        }
    },
    /// A post that an administrator hides still counts.
    HIDDEN_POST_COUNTS("CloseReports") {
        @Override
        ModelRun.Models models() {
            return with(new ModelWithHiddenPosts());
        }
    },
    /// The follows, likes and replies of a suspended user still count.
    SUSPENDED_USER_COUNTS("CloseReports") {
        @Override
        ModelRun.Models models() {
            return with(new ModelWithSuspendedUsers());
        }
    },
    /// Following again returns 201.
    REPEATED_FOLLOW_IS_NEW("FollowUser") {
        @Override
        TestResponse changed(Call call, TestResponse response) {
            return response.status() == 200
                    ? new TestResponse(201, response.headers(), response.json())
                    : response;
        }
    },
    /// Timelines begin with the oldest post.
    TIMELINE_REVERSED("GetTimelineByUserId") {
        @Override
        TestResponse changed(Call call, TestResponse response) {
            return ordered(response, items -> Collections.reverse(items));
        }
    },
    /// Unclipping has no effect.
    UNCLIP_LOST("UnclipFavorite") {
        @Override
        UnaryOperator<CallHandler> handler() {
            return real ->
                    call ->
                            call.function().equals("UnclipFavorite")
                                            && CommonRejections.rejection(call) == null
                                    ? new TestResponse(204, Map.of(), MissingNode.getInstance())
                                    : real.send(call);
        }
    },
    /// Tags are sorted by their names as written instead of normalized.
    NAMES_SORTED_AS_WRITTEN("ListTags") {
        @Override
        TestResponse changed(Call call, TestResponse response) {
            return "tagName".equals(call.query().get("sort")) && !call.query().containsKey("order")
                    ? ordered(
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
        TestResponse changed(Call call, TestResponse response) {
            if (call.query().containsKey("cursor")
                    && response.json() instanceof ObjectNode page
                    && page.path("items") instanceof ArrayNode items) {
                items.remove(0);
            }
            return response;
        }
    },
    /// Settlement runs are not counted.
    RUNS_NOT_COUNTED("SettleGameweek") {
        @Override
        TestResponse changed(Call call, TestResponse response) {
            return response.status() == 202 ? number(response, "run", 1) : response;
        }
    };

    private final String function;

    SeededBug(String function) {
        this.function = function;
    }

    /// Returns the function whose responses are wrong.
    HttpFunction row() {
        return TestBed.row(function);
    }

    ModelRun.Models models() {
        return new ModelRun.Models();
    }

    UnaryOperator<CallHandler> handler() {
        return real ->
                call -> {
                    var response = real.send(call);
                    return call.function().equals(function) && response.status() < 300
                            ? changed(call, response)
                            : response;
                };
    }

    TestResponse changed(Call call, TestResponse response) {
        return response;
    }

    private static ModelRun.Models with(SocialModel social) {
        return new ModelRun.Models(social, new FavoritesModel(), new FantasyModel());
    }

    private static TestResponse number(TestResponse response, String field, long number) {
        if (response.json() instanceof ObjectNode object) {
            object.put(field, number);
        }
        return response;
    }

    private static TestResponse ordered(TestResponse response, Consumer<List<JsonNode>> order) {
        var items = new ArrayList<JsonNode>();
        response.json().path("items").forEach(items::add);
        order.accept(items);
        if (response.json() instanceof ObjectNode object) {
            object.set("items", JsonNodeFactory.instance.arrayNode().addAll(items));
        }
        return response;
    }

    private static final class ModelWithoutDeletion extends SocialModel {
        @Override
        public ExpectedResponse respond(Call call, Instant now) {
            return call.function().equals("DeletePost")
                    ? ExpectedResponse.noContent()
                    : super.respond(call, now);
        }
    }

    private static final class ModelWithHiddenPosts extends SocialModel {
        @Override
        boolean isRemoved(Post post) {
            return false;
        }
    }

    private static final class ModelWithSuspendedUsers extends SocialModel {
        @Override
        boolean isShown(String user) {
            return true;
        }
    }

    private static final class ModelWithImmediateLikes extends SocialModel {
        @Override
        public ExpectedResponse respond(Call call, Instant now) {
            var response = super.respond(call, now);
            if (!call.function().equals("GetLikeCountByPostId") || response.status() != 200) {
                return response;
            }
            var id = call.path().getOrDefault("postId", "");
            return ExpectedResponse.ok(
                    JsonDifference.object(
                            "postId", id, "likeCount", likes.getOrDefault(id, Map.of()).size()));
        }
    }
}
