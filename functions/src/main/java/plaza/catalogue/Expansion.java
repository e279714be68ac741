package plaza.catalogue;

/// A value of the query parameter `expand` of a route that only reads, and the cost of a call with
/// it.
///
/// @param words one word, or all words of the route separated by commas
/// @param budget the cost of the whole call
public record Expansion(String words, Budget budget) {}
