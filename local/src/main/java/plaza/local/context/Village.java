package plaza.local.context;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.local.storage.StartupFailure;
import plaza.table.Item;

/// The invented village of the demo, into which each [Demo] loads its data.
public interface Village {
    /// The subject of the administrator.
    String ADMINISTRATOR = "demo-admin";

    /// A person of the village.
    ///
    /// @param id the subject of the person's tokens, and thereby the id of the user
    record Person(String id, String name) {}

    /// The people, always in the same order.
    List<Person> people();

    /// When the village was founded.
    Instant founded();

    /// When the demo starts.
    Instant start();

    /// Sets the clock of all parts.
    void setClock(Instant now);

    /// Writes items, each once.
    void write(List<Item> items);

    /// Stores an object that is not new.
    ///
    /// @param key below [plaza.objects.ObjectStore#PUBLIC]
    /// @return the address at which it is served
    URI store(String key, byte[] bytes);

    /// Sends a request of a person or of the administrator to the API.
    ///
    /// @param body null for none
    /// @return the body of the response
    /// @throws StartupFailure if the request is rejected
    JsonNode send(String person, String method, String path, @Nullable ObjectNode body);

    /// Waits until the stream functions have processed every record.
    void drain();
}
