package plaza.social.local;

import java.time.Instant;
import java.util.Map;
import java.util.Set;
import plaza.id.UserId;
import plaza.leaving.CopyRetention;
import plaza.leaving.Departure;
import plaza.leaving.Eraser;
import plaza.local.context.Demo;
import plaza.local.context.ExampleRule;
import plaza.local.context.ExportReader;
import plaza.local.context.KnownIds;
import plaza.local.context.LocalPart;
import plaza.local.context.ModelSchema;
import plaza.local.context.SettingsReader;
import plaza.local.emulator.Functions;
import plaza.social.key.SocialKeys;
import plaza.social.post.PostItems;
import plaza.social.timeline.Timelines;
import plaza.social.view.ViewSampling;

/// The social network on this machine.
///
/// @param sampling `plaza.viewSampling`, which views are written
public record SocialLocal(ViewSampling sampling) implements LocalPart {
    public SocialLocal() {
        this(ViewSampling.ALL);
    }

    @Override
    public SocialLocal configured(SettingsReader settings) {
        return new SocialLocal(settings.value("plaza.viewSampling", sampling, ViewSampling::parse));
    }

    @Override
    public Functions arguments(Functions functions) {
        return functions
                .with(Timelines.Limits.class, Timelines.Limits.STANDARD)
                .with(ViewSampling.class, sampling)
                .with(CopyRetention.class, CopyRetention.NONE)
                .with(Departure.class, Departure.WITHIN_TABLE)
                .with(Eraser.Limit.class, Eraser.Limit.STANDARD);
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
    public ExportReader exportReader(UserId user, Instant now) {
        return new SocialExportReader(user, now);
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

    @Override
    public Map<String, ExampleRule> exampleRules() {
        return SocialExamples.RULES;
    }
}
