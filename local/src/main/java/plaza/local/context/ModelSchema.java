package plaza.local.context;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import plaza.http.Problem;
import plaza.http.ProblemException;
import plaza.table.Table;

/// The schema of NoSQL Workbench models whose keys are not those of this table.
public interface ModelSchema {
    /// The maximum number of rows of a file; a model that is made by hand has a few dozen.
    int ROWS_MAX = 50_000;

    /// The keys that a model has, such as `the keys of the tide tables`.
    String keys();

    /// Reads and checks a whole model.
    ///
    /// @return null if no row has a key of the schema
    /// @throws ProblemException status 400, with the path of the first error in the file
    @Nullable Plan readOrNull(JsonNode model, Instant now);

    /// Rejects a file that is not a model.
    ///
    /// @param place the path of the error in the file
    /// @param rule what is required there
    static ProblemException notAModel(String place, String rule) {
        return new Problem(
                        Problem.Kind.MALFORMED,
                        "The file is not a NoSQL Workbench model that Plaza can import: %s %s."
                                .formatted(place, rule),
                        List.of(new Problem.FieldError(place, rule)))
                .exception();
    }

    /// Rejects a model with more than [#ROWS_MAX] rows.
    static ProblemException tooManyRows(String place) {
        return notAModel(place, "must have at most " + ROWS_MAX + " rows");
    }

    /// The items of a model.
    interface Plan {
        /// Writes them. An item that exists already is left unchanged.
        void write(Table table);

        /// The results, after the items are written.
        ModelReport report();
    }
}
