package plaza.local.context;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/// The texts and pictures of a demo, from the resource `lowmere.json` beside its class and others.
/// All people and what belongs to them are invented.
public final class DemoResource {
    private static final String NAME = "lowmere.json";

    /// A list that the file omits is empty.
    private static final JsonMapper JSON =
            JsonMapper.builder()
                    .withConfigOverride(
                            List.class,
                            list ->
                                    list.setSetterInfo(
                                            JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
                    .build();

    private DemoResource() {}

    /// Reads the resource beside a class.
    public static <T> T read(Class<?> beside, TypeReference<T> type) {
        return read(beside, NAME, type);
    }

    /// Reads a resource.
    ///
    /// @param name relative to the class, or from the root with a slash
    public static <T> T read(Class<?> beside, String name, TypeReference<T> type) {
        try {
            return JSON.readValue(bytes(beside, name), type);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    /// Returns a file as it is.
    ///
    /// @param name relative to the class, or from the root with a slash
    public static byte[] bytes(Class<?> beside, String name) {
        try (var in = beside.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the content of the demo is missing: " + name);
            }
            return in.readAllBytes();
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }
}
