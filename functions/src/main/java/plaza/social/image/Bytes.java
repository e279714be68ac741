package plaza.social.image;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;

/// The bytes of a file or a part of it, with a position. Reading past the end means that the image
/// is not complete.
final class Bytes {
    private final byte[] file;
    private final int begin;
    private final int end;
    private int position;

    Bytes(byte[] file) {
        this(file, 0, file.length);
    }

    private Bytes(byte[] file, int begin, int end) {
        this.file = file;
        this.begin = begin;
        this.end = end;
        position = begin;
    }

    int remaining() {
        return end - position;
    }

    boolean isAtEnd() {
        return position == end;
    }

    /// The next byte, from 0 to 255.
    int next() {
        require(1);
        return at(position++);
    }

    /// The next two bytes, the most significant first.
    int big16() {
        return (next() << 8) | next();
    }

    long big32() {
        return ((long) big16() << 16) | big16();
    }

    /// The next two bytes, the least significant first.
    int little16() {
        return next() | (next() << 8);
    }

    int little24() {
        return little16() | (next() << 16);
    }

    long little32() {
        return little16() | ((long) little16() << 16);
    }

    Bytes skip(long count) {
        require(count);
        position += (int) count;
        return this;
    }

    /// Returns the next bytes as a part of their own, and skips them.
    Bytes part(long length) {
        require(length);
        var part = new Bytes(file, position, position + (int) length);
        position += (int) length;
        return part;
    }

    /// The whole part from a byte on, counted from its beginning.
    Bytes from(long offset) {
        if (offset < 0 || offset > end - begin) {
            throw ImageFile.incomplete();
        }
        return new Bytes(file, begin + (int) offset, end);
    }

    /// Whether the next two bytes are these.
    boolean startsWith(int first, int second) {
        return remaining() >= 2 && at(position) == first && at(position + 1) == second;
    }

    /// The byte after the next one.
    int second() {
        require(2);
        return at(position + 1);
    }

    /// Skips the bytes before the next one with this value.
    void skipTo(int value) {
        while (position < end && at(position) != value) {
            position++;
        }
        require(1);
    }

    private int at(int index) {
        return file[index] & 0xFF;
    }

    /// Whether the next bytes are this text. If so, skips them.
    boolean accept(String text) {
        if (remaining() < text.length() || !text(position, text.length()).equals(text)) {
            return false;
        }
        position += text.length();
        return true;
    }

    /// Requires that the next bytes are this text.
    void expect(String text) {
        if (!accept(text)) {
            throw ImageFile.incomplete();
        }
    }

    /// The next bytes as a text of Latin-1.
    String text(int length) {
        require(length);
        position += length;
        return text(position - length, length);
    }

    /// The bytes that are left.
    byte[] rest() {
        var rest = Arrays.copyOfRange(file, position, end);
        position = end;
        return rest;
    }

    private String text(int from, int length) {
        return new String(file, from, length, ISO_8859_1);
    }

    private void require(long count) {
        if (count < 0 || count > remaining()) {
            throw ImageFile.incomplete();
        }
    }
}
