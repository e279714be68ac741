package plaza.catalogue;

/// The type of files that functions take or return instead of JSON.
///
/// @param description what such a file is, as a sentence without a verb
/// @param example a short file
public record FileType(String mediaType, String description, String example) {}
