package plaza;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import plaza.testkit.About;

/// Checks the words of all text files of the repository, and whether the code that its Markdown
/// pages name exists. `DocsLintTest` checks the links of the pages.
///
/// The test finds words and phrases that have a plainer alternative and no use of their own here. A
/// sentence can pass and still be hard to read, so it does not replace a reader.
class LanguageTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Set<String> GENERATED =
            Set.of(".git", ".idea", ".vscode", "cdk.out", "node_modules", "target");
    private static final Pattern TEXT_FILE =
            Pattern.compile(
                    "[^.]+|.*\\.(css|html|java|js|json|md|mjs|properties|sh|txt|xml|ya?ml)");

    /// Files that quote other authors, or that contain the words as data.
    private static final Set<String> EXEMPT =
            Set.of("LICENSE", "mvnw", "package-lock.json", "LanguageTest.java", "lowmere.json");

    /// A path of a file or folder from the root of the repository, without placeholders.
    private static final Pattern FILE_NAME =
            Pattern.compile(
                    "(?<![\\w./@:$}-])(functions|local|infra-cdk|events|docs|benchmarks|clients|mutation)"
                            + "(/[\\w-]+(\\.[\\w-]+)*)+(?![\\w*<{$])");

    /// A word of text or of an identifier: `theUsersName` has three.
    private static final Pattern WORD = Pattern.compile("[A-Z0-9]+(?![a-z0-9])|[A-Z]?[a-z0-9]+");

    /// Words to avoid, each with what to write instead. Identifiers are split into words.
    private static final Map<String, String> WORDS =
            Map.ofEntries(
                    Map.entry("he|him|his|himself", "they, them, their, or the noun"),
                    Map.entry("somebody|someone|whoever", "a user, a caller who"),
                    Map.entry("nobody", "no user, no caller"),
                    Map.entry("mend|mends|mended|mending", "repair, fix"),
                    Map.entry("flaw|flaws|flawed", "seeded bug, mutant"),
                    Map.entry("town|towns|wreck|shelves|storyteller", "fixture, corrupted table"),
                    Map.entry("story|stories|world|worlds", "command sequence, simulation run"),
                    Map.entry("wherever", "where, if"));

    /// Phrases to avoid. A space stands for any white space, line breaks and comment marks.
    private static final Map<String, String> PHRASES =
            Map.ofEntries(
                    Map.entry("(is|are|be|was|were) told", "receives, knows"),
                    Map.entry("(is|are|was|were) said", "states, documents"),
                    Map.entry("gets? on(?! the)", "makes progress, continues"),
                    Map.entry("(come|comes|came) to (rest|be)", "is drained, is created"),
                    Map.entry("what gives", "bottleneck"),
                    Map.entry("by and by", "gradually"),
                    Map.entry("has it that", "states"),
                    Map.entry("as (it|they) stands?", "unchanged"),
                    Map.entry("that which", "what"),
                    Map.entry("trips(?<!round[\\s/*#-]{1,20}trips)", "round trips"),
                    Map.entry("closest peer", "name it or remove it"),
                    Map.entry("reads? (strongly|eventually) consistent", "read with … consistency"),
                    Map.entry("issue [0-9]+", "the fact or a link"));

    private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
    private static final Pattern TYPE_NAME = Pattern.compile("[A-Z][a-z0-9]+([A-Z][a-z0-9]*)+");

    /// A name of one word, which is a type only if the code has no other word.
    private static final Pattern SHORT_NAME = Pattern.compile("[A-Z][a-z0-9]+");

    private static final Pattern MEMBER =
            Pattern.compile("`([A-Z]\\w*[a-z]\\w*)\\.(?!(?:js|md|txt)\\b)(\\w+)");
    private static final Pattern CALL = Pattern.compile("`([a-z]\\w*(?:\\.\\w+)+\\([^`]*\\))`");
    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /// Names of AWS and other projects that the pages mention and no file of the tree uses, of
    /// outputs that the stack composes, and words that users type; and this class, which is exempt.
    private static final Set<String> FOREIGN_NAMES =
            Set.of(
                    "ApiDomainTarget",
                    "SignInDomainTarget",
                    "GetFunctionConfiguration",
                    "LastEvaluatedKey",
                    "TransactionInProgress",
                    "ReportBatchItemFailures",
                    "TransactUpdateItemEnhancedRequest",
                    "Nonnull",
                    "Grosse",
                    "Dont",
                    "Mueller",
                    "LanguageTest");

    /// Types of libraries whose members the pages name.
    private static final Set<String> FOREIGN_TYPES = Set.of("Code");

    @Test
    void textUsesPlainWords() {
        var better = new HashMap<String, String>();
        WORDS.forEach((words, plainer) -> {
            for (var word : words.split("\\|", -1)) {
                better.put(word, plainer);
            }
        });
        var found = new ArrayList<String>();
        for (var file : textFiles()) {
            var text = read(file);
            var words = WORD.matcher(text);
            while (words.find()) {
                var plainer = better.get(words.group().toLowerCase(Locale.ROOT));
                if (plainer != null) {
                    found.add(message(file, text, words.toMatchResult(), plainer));
                }
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void textAvoidsIdiomsThatDoNotExist() {
        var found = new ArrayList<String>();
        var phrases = new HashMap<Pattern, String>();
        PHRASES.forEach((phrase, better) -> phrases.put(pattern(phrase), better));
        // most files contain none, and to search for all at once is faster
        var any = pattern(String.join("|", PHRASES.keySet()));
        for (var file : textFiles()) {
            var text = read(file);
            if (any.matcher(text).find()) {
                phrases.forEach((phrase, better) ->
                        results(phrase, text)
                                .forEach(match -> found.add(message(file, text, match, better))));
            }
        }
        assertThat(found).isEmpty();
    }

    private static Pattern pattern(String phrase) {
        return Pattern.compile(
                "\\b(?:" + phrase.replace(" ", "[\\s/*#>|]+") + ")\\b", Pattern.CASE_INSENSITIVE);
    }

    private static String message(Path file, String text, MatchResult match, String better) {
        return "%s:%d: %s; write: %s"
                .formatted(
                        ROOT.relativize(file), lineOf(text, match.start()), match.group(), better);
    }

    /// A file that moves must be renamed in scripts and pages as well. Java sources load what they
    /// name.
    @Test
    @About({"favorites", "fantasy"})
    void filesThatTextNamesExist() {
        var found = new ArrayList<String>();
        var count = 0;
        for (var file : textFiles()) {
            if (file.toString().endsWith(".java")) {
                continue;
            }
            var text = read(file);
            for (var name : results(FILE_NAME, text)) {
                var path = name.group();
                if (GENERATED.stream().noneMatch(folder -> (path + "/").contains(folder + "/"))) {
                    count++;
                    if (!Files.exists(ROOT.resolve(path))) {
                        found.add(ROOT.relativize(file) + ": " + path);
                    }
                }
            }
        }
        assertThat(count).isGreaterThan(100);
        assertThat(found).isEmpty();
    }

    @Test
    @About({"favorites", "fantasy"})
    void typesThatPagesNameExist() {
        var identifiers =
                textFiles().stream()
                        .filter(file -> !file.toString().endsWith(".md"))
                        .flatMap(file -> results(IDENTIFIER, withoutComments(file)).stream())
                        .map(MatchResult::group)
                        .collect(Collectors.toSet());
        var found = new ArrayList<String>();
        for (var page : pages()) {
            for (var code : results(CODE, read(page))) {
                for (var name : results(IDENTIFIER, code.group(1))) {
                    var isName =
                            TYPE_NAME.matcher(name.group()).matches()
                                    || SHORT_NAME.matcher(code.group(1)).matches();
                    if (isName
                            && !FOREIGN_NAMES.contains(name.group())
                            && !identifiers.contains(name.group())) {
                        found.add(ROOT.relativize(page) + ": " + name.group());
                    }
                }
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    @About({"favorites", "fantasy"})
    void membersThatPagesNameExist() {
        var sources =
                textFiles().stream()
                        .filter(file -> file.toString().endsWith(".java"))
                        .map(LanguageTest::read)
                        .toList();
        var declared = new HashMap<String, List<String>>();
        var found = new ArrayList<String>();
        for (var page : pages()) {
            for (var member : results(MEMBER, read(page))) {
                var ofType =
                        declared.computeIfAbsent(
                                member.group(1), type -> thatDeclare(type, sources));
                if (!FOREIGN_TYPES.contains(member.group(1))
                        && !anyFinds("\\b" + member.group(2) + "\\b", ofType)) {
                    found.add(ROOT.relativize(page) + ": " + member.group());
                }
            }
        }
        assertThat(found).isEmpty();
    }

    /// Returns the text of a file, for Java without comments: a class that only a comment names
    /// does not exist.
    private static String withoutComments(Path file) {
        var text = read(file);
        return file.toString().endsWith(".java") ? text.replaceAll("(?m)^\\s*//.*$", "") : text;
    }

    private static List<String> thatDeclare(String type, List<String> sources) {
        var declaration = Pattern.compile("\\b(class|enum|interface|record) " + type + "\\b");
        return sources.stream()
                .filter(source -> source.contains(' ' + type) && declaration.matcher(source).find())
                .toList();
    }

    private static boolean anyFinds(String expression, List<String> texts) {
        var pattern = Pattern.compile(expression);
        return texts.stream().anyMatch(text -> pattern.matcher(text).find());
    }

    @Test
    @About({"favorites", "fantasy"})
    void callsThatPagesQuoteExist() {
        var code =
                textFiles().stream()
                        .filter(file -> file.toString().endsWith(".java"))
                        .map(LanguageTest::read)
                        .collect(Collectors.joining())
                        .replaceAll("\\s+", "");
        var found = new ArrayList<String>();
        for (var page : pages()) {
            for (var call : results(CALL, read(page))) {
                // "…" stands for any arguments
                if (!code.contains(call.group(1).replaceAll("\\s+|…\\)$", ""))) {
                    found.add(ROOT.relativize(page) + ": " + call.group());
                }
            }
        }
        assertThat(found).isEmpty();
    }

    private static int lineOf(String text, int offset) {
        return (int) text.substring(0, offset).chars().filter(c -> c == '\n').count() + 1;
    }

    private static List<MatchResult> results(Pattern pattern, String text) {
        return pattern.matcher(text).results().toList();
    }

    private static List<Path> pages() {
        return textFiles().stream().filter(file -> file.toString().endsWith(".md")).toList();
    }

    private static List<Path> textFiles() {
        var files = new ArrayList<Path>();
        try {
            Files.walkFileTree(
                    ROOT,
                    new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult preVisitDirectory(
                                Path folder, BasicFileAttributes attributes) {
                            return GENERATED.contains(folder.getFileName().toString())
                                    ? FileVisitResult.SKIP_SUBTREE
                                    : FileVisitResult.CONTINUE;
                        }

                        @Override
                        public FileVisitResult visitFile(
                                Path file, BasicFileAttributes attributes) {
                            var name = file.getFileName().toString();
                            if (attributes.isRegularFile()
                                    && TEXT_FILE.matcher(name).matches()
                                    && !EXEMPT.contains(name)) {
                                files.add(file);
                            }
                            return FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
        assertThat(files).hasSizeGreaterThan(500);
        return files.stream().sorted().toList();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException fault) {
            throw new UncheckedIOException(file.toString(), fault);
        }
    }
}
