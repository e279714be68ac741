package plaza.social.model;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import plaza.model.Command;
import plaza.model.ModelRun;
import plaza.model.ModelTestBed;
import plaza.model.expected.Call;

/// The names of new posts in commands.
class NamedPostTest {
    /// Otherwise a sequence could not be shortened, because the ids of its posts would change.
    @Test
    void aCommandNamesAPostInItsPathAndInItsBody() {
        var user = Call.of("PutUserInfo", "ann").at("userId", "ann").body("{\"name\": \"Ann\"}");
        var post = Call.of("CreatePost", "ann").at("userId", "ann");
        try (var bed = new ModelTestBed()) {
            var social = new SocialModel();
            var run =
                    new ModelRun(
                            bed, ModelRun.Models.with("social", SocialCallGenerator.of(social)));
            run.execute(new Command.Send(user));
            run.execute(new Command.Send(post.body("{\"content\": \"Fog.\"}").createsId("p1")));
            var id = social.posts.keySet().iterator().next();
            var reply = "{\"content\": \"Sun!\", \"inReplyTo\": {\"postId\": \"%s\"}}";
            var named = run.withNames(post.at("postId", id).body(reply.formatted(id)));
            assertThat(named.path()).containsEntry("postId", "<p1>");
            assertThat(named.body()).isEqualTo(reply.formatted("<p1>"));
        }
    }
}
