package plaza.testkit;

import java.time.Instant;
import java.util.List;
import plaza.job.Work;
import plaza.table.Item;
import plaza.table.Key;

/// A job as it is stored. A deployment finds jobs that the previous one stored, so neither the key
/// nor the texts may change.
///
/// @param ids separated by spaces
/// @param arguments separated by spaces
/// @param work what is read from it
public record StoredJob(String kind, String ids, String arguments, Work work) {
    /// Returns the item of the job in its third step, at the cursor `a`, `b`.
    public Item item(Instant end) {
        return Item.at(new Key("Job#" + kind + "#" + ids.replace(' ', '#'), "job"))
                .with("kind", kind)
                .with("ids", List.of(ids.split(" ")))
                .with("arguments", arguments.isEmpty() ? List.of() : List.of(arguments.split(" ")))
                .with("step", 3)
                .with("cursor", List.of("a", "b"))
                .with("ttl", end.getEpochSecond())
                .build();
    }
}
