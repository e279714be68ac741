package plaza.continuation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import plaza.continuation.SampleBackend.Sent;
import plaza.functions.Catalogue;
import plaza.interleaving.Operation.Call;
import plaza.interleaving.Operations;
import plaza.testkit.TestBed;

/// The fields of the bodies of valid requests, each of which has an effect in one of them.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BodyFieldsTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @AutoClose private final SampleBackend backend = new SampleBackend(Conditions.LARGE);

    /// Fields without an effect on the sample table: it has no two targets with one id and no
    /// private league, the favorite has no note, and a settlement is no preview.
    private static final Set<String> WITHOUT_EFFECT =
            Set.of(
                    "CloseReports: kind",
                    "JoinLeague: code",
                    "PatchFavorite: note",
                    "SettleGameweek: preview");

    /// The fields that requests cannot leave out.
    private static Set<String> required() {
        var required = new TreeSet<String>();
        for (var row : Catalogue.ALL.httpFunctions()) {
            for (var field : row.body()) {
                if (field.required() && !row.contract().isBodyOptional()) {
                    required.add(row.name() + ": " + field.name());
                }
            }
        }
        return required;
    }

    @Test
    void aRequestWithoutAFieldHasAnotherEffect() throws IOException {
        var all = new TreeSet<String>();
        var effective = new TreeSet<String>();
        for (var call : Operations.calls()) {
            var body = call.event().getBody();
            if (body == null || !body.startsWith("{")) {
                continue;
            }
            var effect = effect(call);
            var fields = (ObjectNode) JSON.readTree(body);
            for (var name : fields.properties().stream().map(Map.Entry::getKey).toList()) {
                var others = fields.deepCopy();
                others.remove(name);
                var without = effect(call.withBody(others.toString()));
                var field = call.route().name() + ": " + name;
                all.add(field);
                if (!without.equals(effect)) {
                    effective.add(field);
                }
            }
        }
        assertThat(all).containsAll(required());
        all.removeAll(effective);
        assertThat(all)
                .containsExactlyInAnyOrderElementsOf(
                        WITHOUT_EFFECT.stream()
                                .filter(field -> TestBed.hasRow(field.split(":", -1)[0]))
                                .toList());
    }

    /// The effect of a call, without the record that has the digest of its body.
    private Sent effect(Call call) {
        backend.restore();
        var sent = backend.send(call, backend.table());
        sent.written().keySet().removeIf(key -> key.startsWith("Key[pk=Idempotency#"));
        return sent;
    }
}
