package plaza.social.model;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import plaza.model.ModelRun;
import plaza.model.SeededBug;
import plaza.model.expected.Call;
import plaza.model.expected.ExpectedResponse;
import plaza.model.expected.JsonDifference;
import plaza.testkit.TestResponse;

/// Bugs about users, follows, posts and likes.
public enum SocialSeededBug implements SeededBug {
    /// The model keeps deleted posts, in timelines and everywhere else.
    DELETION_IGNORED("DeletePost") {
        @Override
        public ModelRun.Models models() {
            return with(new ModelWithoutDeletion());
        }
    },
    /// The model counts a like immediately instead of through the stream.
    LIKE_COUNTED_IMMEDIATELY("GetLikeCountByPostId") {
        @Override
        public ModelRun.Models models() {
            return with(new ModelWithImmediateLikes());
        }
    },
    /// Like counts are too high by one.
    COUNT_OFF_BY_ONE("GetLikeCountByPostId") {
        @Override
        public TestResponse changed(Call call, TestResponse response) {
            return SeededBug.number(
                    response, "likeCount", response.json().path("likeCount").asLong() + 1);
        }
    },
    /// A post that an administrator hides still counts.
    HIDDEN_POST_COUNTS("CloseReports", 5) {
        @Override
        public ModelRun.Models models() {
            return with(new ModelWithHiddenPosts());
        }
    },
    /// The follows, likes and replies of a suspended user still count.
    SUSPENDED_USER_COUNTS("CloseReports") {
        @Override
        public ModelRun.Models models() {
            return with(new ModelWithSuspendedUsers());
        }
    },
    /// Following again returns 201.
    REPEATED_FOLLOW_IS_NEW("FollowUser", 3) {
        @Override
        public TestResponse changed(Call call, TestResponse response) {
            return response.status() == 200
                    ? new TestResponse(201, response.headers(), response.json())
                    : response;
        }
    },
    /// Lists of notifications lack one.
    NOTIFICATION_MISSING("ListNotifications") {
        @Override
        public TestResponse changed(Call call, TestResponse response) {
            return SeededBug.ordered(
                    response,
                    items -> {
                        if (!items.isEmpty()) {
                            items.removeLast();
                        }
                    });
        }
    },
    /// Timelines begin with the oldest post.
    TIMELINE_REVERSED("GetTimelineByUserId") {
        @Override
        public TestResponse changed(Call call, TestResponse response) {
            return SeededBug.ordered(response, items -> Collections.reverse(items));
        }
    };

    private final String function;
    private final int seed;

    SocialSeededBug(String function) {
        this(function, 0);
    }

    SocialSeededBug(String function, int seed) {
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

    private static ModelRun.Models with(SocialModel social) {
        return ModelRun.Models.with("social", SocialCallGenerator.of(social));
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
