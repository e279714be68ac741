package plaza.social.local;

import java.util.Map;
import java.util.Set;
import plaza.local.context.Demo;
import plaza.local.context.KnownIds;
import plaza.local.context.LocalPart;
import plaza.local.context.ModelSchema;
import plaza.local.emulator.Functions;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostItems;
import plaza.social.timeline.Timelines;

/// The social network on this machine.
public record SocialLocal() implements LocalPart {
    @Override
    public Functions arguments(Functions functions) {
        return functions.with(Timelines.Limits.class, Timelines.Limits.STANDARD);
    }

    @Override
    public Demo demo() {
        return new SocialDemo();
    }

    @Override
    public ModelSchema modelSchema() {
        return new SocialNetworkSchema();
    }

    @Override
    public Set<String> urlAttributes() {
        return Set.of(PostItems.IMAGE_URL);
    }

    @Override
    public Map<String, KnownIds> knownIds() {
        var users = KnownIds.of(SocialKeys.USER_INFO, user -> user.value());
        return Map.of(
                "userId",
                users.ofCallers(),
                "followeeId",
                users,
                "followerId",
                users,
                "requesterId",
                users,
                "blockedId",
                users,
                "mutedId",
                users,
                "postId",
                KnownIds.ofUser(SocialKeys.POST, post -> post.value()),
                "sessionId",
                KnownIds.of(
                        SocialKeys.VIEW,
                        (post, session) -> new KnownIds.Id(session.value(), post.value())));
    }
}
