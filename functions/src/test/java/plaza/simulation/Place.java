package plaza.simulation;

/// Where a page ended, so that its reader can continue there later.
///
/// @param cursor the cursor of the next page
/// @param last the end of the page, for the audit of the next one
record Place<T>(String cursor, T last) {}
