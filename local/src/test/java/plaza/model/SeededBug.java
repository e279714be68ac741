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
import plaza.model.ModelTestBed.Handlers;
import plaza.testkit.TestBed;
import plaza.testkit.TestResponse;

/// Something wrong about the handlers or about a model. The comparison must see each, and the story
/// that shows it must be short; runs that find nothing have shown nothing otherwise.
enum SeededBug {
    /// A model that forgets that a deleted post is gone, from timelines and everywhere.
    DELETION_FORGOTTEN("DeletePost") {
        @Override
        ModelRun.Models models() {
            return with(new ForgetfulModel());
        }
    },
    /// A model by which a like is counted with the answer, and not through the stream.
    LIKE_COUNTED_AT_ONCE("GetLikeCountByPostId") {
        @Override
        ModelRun.Models models() {
            return with(new HastyModel());
        }
    },
    /// Likes are counted one too high.
    COUNT_OFF_BY_ONE("GetLikeCountByPostId") {
        @Override
        TestResponse changed(Call call, TestResponse reply) {
            return number(reply, "likeCount", reply.json().path("likeCount").asLong() + 1);
        }
    },
    /// A second follow is taken for a first.
    REPEATED_FOLLOW_IS_NEW("FollowUser") {
        @Override
        TestResponse changed(Call call, TestResponse reply) {
            return reply.status() == 200
                    ? new TestResponse(201, reply.headers(), reply.json())
                    : reply;
        }
    },
    /// Timelines begin with the oldest post.
    TIMELINE_BACKWARDS("GetTimelineByUserId") {
        @Override
        TestResponse changed(Call call, TestResponse reply) {
            return ordered(reply, items -> Collections.reverse(items));
        }
    },
    /// What is unclipped stays.
    UNCLIP_LOST("UnclipFavorite") {
        @Override
        UnaryOperator<Handlers> handlers() {
            return real ->
                    call ->
                            call.function().equals("UnclipFavorite")
                                            && CommonRefusals.refusal(call) == null
                                    ? new TestResponse(204, Map.of(), MissingNode.getInstance())
                                    : real.send(call);
        }
    },
    /// Tags are sorted by their names as they are written.
    NAMES_SORTED_AS_WRITTEN("ListTags") {
        @Override
        TestResponse changed(Call call, TestResponse reply) {
            return "tagName".equals(call.query().get("sort")) && !call.query().containsKey("order")
                    ? ordered(
                            reply,
                            items ->
                                    items.sort(
                                            Comparator.comparing(
                                                    tag -> tag.path("tagName").asText())))
                    : reply;
        }
    },
    /// Every page but the first leaves its first row out.
    PAGE_SKIPS_A_ROW("ListFavorites") {
        @Override
        TestResponse changed(Call call, TestResponse reply) {
            if (call.query().containsKey("cursor")
                    && reply.json() instanceof ObjectNode page
                    && page.path("items") instanceof ArrayNode items) {
                items.remove(0);
            }
            return reply;
        }
    },
    /// A settlement that was asked for twice says so once only.
    RUNS_NOT_COUNTED("SettleGameweek") {
        @Override
        TestResponse changed(Call call, TestResponse reply) {
            return reply.status() == 202 ? number(reply, "run", 1) : reply;
        }
    };

    private final String function;

    SeededBug(String function) {
        this.function = function;
    }

    /// Stories of this context show it.
    String context() {
        return TestBed.row(function).context();
    }

    ModelRun.Models models() {
        return new ModelRun.Models();
    }

    UnaryOperator<Handlers> handlers() {
        return real ->
                call -> {
                    var reply = real.send(call);
                    return call.function().equals(function) && reply.status() < 300
                            ? changed(call, reply)
                            : reply;
                };
    }

    TestResponse changed(Call call, TestResponse reply) {
        return reply;
    }

    private static ModelRun.Models with(SocialModel social) {
        return new ModelRun.Models(social, new FavoritesModel(), new FantasyModel());
    }

    private static TestResponse number(TestResponse reply, String field, long number) {
        if (reply.json() instanceof ObjectNode object) {
            object.put(field, number);
        }
        return reply;
    }

    private static TestResponse ordered(TestResponse reply, Consumer<List<JsonNode>> order) {
        var items = new ArrayList<JsonNode>();
        reply.json().path("items").forEach(items::add);
        order.accept(items);
        if (reply.json() instanceof ObjectNode object) {
            object.set("items", JsonNodeFactory.instance.arrayNode().addAll(items));
        }
        return reply;
    }

    private static final class ForgetfulModel extends SocialModel {
        @Override
        public Expected answer(Call call, Instant now) {
            return call.function().equals("DeletePost")
                    ? Expected.noContent()
                    : super.answer(call, now);
        }
    }

    private static final class HastyModel extends SocialModel {
        @Override
        public Expected answer(Call call, Instant now) {
            var id = call.path().getOrDefault("postId", "");
            return call.function().equals("GetLikeCountByPostId") && posts.containsKey(id)
                    ? Expected.ok(
                            JsonDifference.object(
                                    "postId",
                                    id,
                                    "likeCount",
                                    likes.getOrDefault(id, Map.of()).size()))
                    : super.answer(call, now);
        }
    }
}
