package plaza.social.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static plaza.social.image.SampleImages.concat;
import static plaza.social.image.SampleImages.exif;
import static plaza.social.image.SampleImages.text;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import plaza.text.Malformed;

/// Files that are images, and files that only look like one.
final class ImageFileTest {
    private static final int LATITUDE = 2;
    private static final int VERSION = 0;
    private static final int MUTATIONS = 10_000;

    @ParameterizedTest
    @EnumSource
    void theSizeOfEachTypeIsRead(ImageType type) {
        assertThat(ImageFile.size(type, SampleImages.of(type, 640, 427)))
                .isEqualTo(new ImageFile.Size(640, 427));
    }

    @ParameterizedTest
    @EnumSource
    void anotherTypeIsRejected(ImageType type) {
        var file = SampleImages.of(type, 3, 2);
        for (var other : ImageType.values()) {
            if (other != type) {
                assertRejected(other, file, "complete image of the stated type");
            }
        }
        assertRejected(type, text("<svg xmlns='http://www.w3.org/2000/svg'/>"), "complete");
        assertRejected(type, text("<!doctype html><script>alert(1)</script>"), "complete");
        assertRejected(type, new byte[0], "complete");
    }

    @ParameterizedTest
    @EnumSource
    void everyTruncatedFileIsRejected(ImageType type) {
        var file = SampleImages.of(type, 8, 5);
        for (var length = 0; length < file.length; length++) {
            assertRejected(type, Arrays.copyOf(file, length), "complete");
        }
    }

    /// An archive or a page behind an image is both in one file.
    @ParameterizedTest
    @EnumSource
    void contentBehindTheImageIsRejected(ImageType type) {
        var file = SampleImages.of(type, 3, 2);
        assertRejected(type, concat(file, text("PK\u0003\u0004")), "other content behind it");
        assertRejected(type, concat(file, text("<script>")), "other content behind it");
    }

    @Test
    void aJpegMayBeFollowedByZerosAndPreviews() {
        var file = SampleImages.of(ImageType.JPEG, 30, 20);
        var preview = SampleImages.of(ImageType.JPEG, 3, 2);
        assertThat(ImageFile.size(ImageType.JPEG, concat(file, new byte[3], preview)))
                .isEqualTo(new ImageFile.Size(30, 20));
        var withPosition = SampleImages.jpegWith(jpegExif(LATITUDE));
        assertRejected(ImageType.JPEG, concat(file, withPosition), "where it was taken");
    }

    @Test
    void anImageOfTooManyPixelsIsRejectedByItsHeader() {
        assertThat(ImageFile.size(ImageType.PNG, SampleImages.pngOf(8_000, 8_000)).width())
                .isEqualTo(8_000);
        assertRejected(ImageType.PNG, SampleImages.pngOf(10_000, 10_000), "64 million pixels");
        assertRejected(ImageType.PNG, SampleImages.pngOf(-1, 1), "64 million pixels");
        assertRejected(ImageType.PNG, SampleImages.pngOf(0, 5), "complete");
    }

    /// Each place in which a file can state where it was taken.
    private static Stream<Located> located() {
        var hex = HexFormat.of().formatHex(jpegExif(LATITUDE));
        var profile = "\nexif\n      " + hex.length() / 2 + "\n" + hex + "\n";
        return Stream.of(
                new Located(
                        "EXIF, JPEG", ImageType.JPEG, SampleImages.jpegWith(jpegExif(LATITUDE))),
                new Located(
                        "big-endian EXIF",
                        ImageType.JPEG,
                        SampleImages.jpegWith(
                                concat(text("Exif\0\0"), exif(ByteOrder.BIG_ENDIAN, 4)))),
                new Located(
                        "XMP, JPEG",
                        ImageType.JPEG,
                        SampleImages.jpegWith(
                                text("http://ns.adobe.com/xap/1.0/\0" + SampleImages.XMP))),
                new Located(
                        "EXIF, PNG",
                        ImageType.PNG,
                        SampleImages.pngWith("eXIf", exif(ByteOrder.BIG_ENDIAN, LATITUDE))),
                new Located(
                        "XMP, PNG",
                        ImageType.PNG,
                        SampleImages.pngWith(
                                "iTXt", text("XML:com.adobe.xmp\0\0\0\0\0" + SampleImages.XMP))),
                new Located(
                        "compressed XMP, PNG",
                        ImageType.PNG,
                        SampleImages.pngWith(
                                "iTXt",
                                concat(
                                        text("XML:com.adobe.xmp\0\1\0\0\0"),
                                        deflated(text(SampleImages.XMP))))),
                new Located(
                        "text, PNG",
                        ImageType.PNG,
                        SampleImages.pngWith("tEXt", text("exif:GPSLatitude\0" + "52,31N"))),
                new Located(
                        "profile, PNG",
                        ImageType.PNG,
                        SampleImages.pngWith("tEXt", text("Raw profile type exif\0" + profile))),
                new Located(
                        "compressed profile, PNG",
                        ImageType.PNG,
                        SampleImages.pngWith(
                                "zTXt",
                                concat(
                                        text("Raw profile type APP1\0\0"),
                                        deflated(text(profile))))),
                new Located(
                        "EXIF, WebP",
                        ImageType.WEBP,
                        SampleImages.webpWith("EXIF", exif(ByteOrder.LITTLE_ENDIAN, LATITUDE))),
                new Located(
                        "EXIF of a JPEG, WebP",
                        ImageType.WEBP,
                        SampleImages.webpWith("EXIF", jpegExif(LATITUDE))),
                new Located(
                        "XMP, WebP",
                        ImageType.WEBP,
                        SampleImages.webpWith("XMP ", text(SampleImages.XMP))),
                new Located(
                        "XMP, GIF",
                        ImageType.GIF,
                        SampleImages.gifWith(
                                concat(
                                        text("!\u00ff\u000bXMP DataXMP"),
                                        new byte[] {(byte) SampleImages.XMP.length()},
                                        text(SampleImages.XMP),
                                        new byte[1]))));
    }

    /// A file that states where it was taken.
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Located(String place, ImageType type, byte[] file) {
        @Override
        public String toString() {
            return place;
        }
    }

    @ParameterizedTest
    @MethodSource("located")
    void aPositionIsRejected(Located located) {
        assertRejected(located.type(), located.file(), "where it was taken");
    }

    @Test
    void metadataWithoutAPositionIsAccepted() {
        var size = new ImageFile.Size(3, 2);
        assertThat(ImageFile.size(ImageType.JPEG, SampleImages.jpegWith(jpegExif(VERSION))))
                .isEqualTo(size);
        assertThat(
                        ImageFile.size(
                                ImageType.PNG,
                                SampleImages.pngWith("tEXt", text("Comment\0Fog in the harbour"))))
                .isEqualTo(size);
        assertThat(
                        ImageFile.size(
                                ImageType.WEBP,
                                SampleImages.webpWith(
                                        "EXIF", exif(ByteOrder.LITTLE_ENDIAN, VERSION))))
                .isEqualTo(size);
    }

    @Test
    void aTextThatGrowsWhenItIsInflatedIsRejected() {
        var bomb = concat(text("Comment\0\0"), deflated(new byte[2_000_000]));
        assertRejected(ImageType.PNG, SampleImages.pngWith("zTXt", bomb), "at most 1 MB");
    }

    /// Each text alone is within the limit.
    @Test
    void manyTextsThatGrowAreRejectedTogether() {
        var text = deflated(new byte[400_000]);
        var texts = concat(text("Comment\0\0"), text);
        var file = SampleImages.pngWith("zTXt", texts);
        assertThat(ImageFile.size(ImageType.PNG, file).width()).isEqualTo(3);
        for (var count = 0; count < 2; count++) {
            file = SampleImages.pngWith(file, "zTXt", texts);
        }
        assertRejected(ImageType.PNG, file, "at most 1 MB");
    }

    /// Otherwise, the work of a check would grow with the square of the metadata.
    @Test
    void metadataWithTwoDirectoriesForThePositionIsRejected() {
        var twice = SampleImages.exif(ByteOrder.BIG_ENDIAN, VERSION, 2);
        assertRejected(ImageType.PNG, SampleImages.pngWith("eXIf", twice), "complete");
    }

    @Test
    void theNameOfAnImageHasEverySizeThatIsAllowed() {
        var sides = ImageFile.size(ImageType.PNG, SampleImages.pngOf(64_000_000, 1));
        var name =
                new ImageName(
                        "01K9QZV5W0H2J4M6P8R0T2V4X6",
                        "01K9QZV5W0H2J4M6P8R0T2V4X7",
                        sides.width(),
                        sides.height(),
                        ImageType.PNG);
        assertThat(ImageName.of(name.toString())).isEqualTo(name);
    }

    @ParameterizedTest
    @EnumSource
    void aChangedFileIsReadOrRejectedButNeverFails(ImageType type) {
        var seed = new Random().nextLong();
        System.out.println("ImageFileTest seed " + seed);
        var random = new Random(seed);
        var file =
                switch (type) {
                    case JPEG -> SampleImages.jpegWith(jpegExif(VERSION));
                    case PNG -> SampleImages.pngWith("eXIf", exif(ByteOrder.BIG_ENDIAN, VERSION));
                    case WEBP ->
                            SampleImages.webpWith("EXIF", exif(ByteOrder.LITTLE_ENDIAN, VERSION));
                    case GIF -> SampleImages.gifWith(text("!\u00fe\u0003Fog\0"));
                };
        var rejected = 0;
        for (var round = 0; round < MUTATIONS; round++) {
            var changed = file.clone();
            for (var count = random.nextInt(4); count >= 0; count--) {
                changed[random.nextInt(changed.length)] = (byte) random.nextInt(256);
            }
            try {
                var size = ImageFile.size(type, changed);
                assertThat((long) size.width() * size.height()).isBetween(1L, ImageFile.PIXELS_MAX);
            } catch (Malformed _) {
                rejected++;
            }
        }
        assertThat(rejected).isBetween(MUTATIONS / 10, MUTATIONS);
    }

    private static byte[] jpegExif(int entry) {
        return concat(text("Exif\0\0"), exif(ByteOrder.LITTLE_ENDIAN, entry));
    }

    private static byte[] deflated(byte[] bytes) {
        var compressed = new ByteArrayOutputStream();
        try (var out = new DeflaterOutputStream(compressed)) {
            out.write(bytes);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return compressed.toByteArray();
    }

    private static void assertRejected(ImageType type, byte[] file, String rule) {
        assertThatThrownBy(() -> ImageFile.size(type, file))
                .isInstanceOf(Malformed.class)
                .hasMessageContaining(rule);
    }
}
