package plaza.job;

import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.table.Item;
import plaza.table.Key;
import plaza.table.PlatformKeys;

/// [Work] in the form in which an item stores it. Its context reads it.
///
/// @param kind the word for the kind of work, which no other kind of any context has
/// @param ids what the job works on; kind and ids are the job's key, so the same work is one job
/// @param arguments further values that the work needs
public record StoredWork(String kind, List<String> ids, List<String> arguments) {
    public static final String ARGUMENTS = "arguments";

    public StoredWork {
        ids = List.copyOf(ids);
        arguments = List.copyOf(arguments);
    }

    /// The stored form of work without arguments.
    public static StoredWork of(String kind, Object... ids) {
        return new StoredWork(kind, Texts.of(ids), List.of());
    }

    /// The same with arguments; one that is null is left out.
    public StoredWork with(@Nullable Object... more) {
        return new StoredWork(kind, ids, Texts.of(more));
    }

    /// The ids, and the arguments behind them.
    public Texts texts() {
        return new Texts(ids, arguments);
    }

    /// The key of the job.
    public Key key() {
        return PlatformKeys.JOB.key(kind, ids);
    }

    static StoredWork read(Item item) {
        return new StoredWork(item.text(Job.KIND), item.texts(Job.IDS), item.texts(ARGUMENTS));
    }

    /// Starts the item of a job with this work.
    Item.Builder item() {
        return Item.at(key()).with(Job.KIND, kind).with(Job.IDS, ids).with(ARGUMENTS, arguments);
    }
}
