package plaza.simulation;

/// Where a page ended, so that its reader can continue there later.
///
/// @param cursor the cursor of the next page
/// @param last what the audit of the next page knows of the end
record Place<T>(String cursor, T last) {}
