package plaza.fantasy.local;

import java.util.List;
import java.util.Map;

/// The texts of the demo's season.
///
/// @param countries where the people were born, in two letters, by their id
/// @param clubs their names
/// @param givenNames of footballers
/// @param surnames of footballers
record DemoTexts(
        Map<String, String> countries,
        List<String> clubs,
        List<String> givenNames,
        List<String> surnames) {}
