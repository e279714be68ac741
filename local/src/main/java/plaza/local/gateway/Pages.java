package plaza.local.gateway;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Base64;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import plaza.openapi.GetOpenApi;
import plaza.text.Sha256;

/// The pages for a browser: the explorer, the demo, the OpenAPI document, and its reference.
///
/// Their files are resources below `plaza/web`, and the script of the reference is that of the
/// library Scalar. All are served as they are, except the page of the demo, which loads the scripts
/// of the contexts of the system, and preloads all modules, because a browser would find those that
/// a module imports one round trip after it. The content security policy of every page allows no
/// code, style or request from another site; a browser keeps a file and asks with its weak `ETag`
/// whether it changed. Responses are compressed if the client accepts that.
public final class Pages {
    private static final String SCALAR = "META-INF/resources/webjars/scalar";

    private static final String WEB = "plaza/web";

    /// Names without `..`, joined by slashes.
    private static final Pattern FILE =
            Pattern.compile("([A-Za-z0-9_-]+/)*[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)+");

    /// The folders below [#WEB].
    private static final Pattern FOLDER = Pattern.compile("/(demo|docs|explorer|shared)/.*");

    private static final String POLICY =
            "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";

    /// The script of the reference has its style sheet and images in it.
    private static final String REFERENCE_POLICY =
            POLICY + "; style-src 'self' 'unsafe-inline'; img-src 'self' data:";

    /// Where the page of the demo preloads the modules and loads the scripts of the contexts.
    private static final String CONTEXTS = "    <!-- contexts -->\n";

    /// What a module imports.
    private static final Pattern IMPORT =
            Pattern.compile("^(?:import .*|\\} )from \"(.+)\";$", Pattern.MULTILINE);

    private static final Pattern STYLE = Pattern.compile("<style>(.*)</style>", Pattern.DOTALL);

    private final byte[] openApi;
    private final List<String> contexts;

    /// @param openApi the OpenAPI document of the system
    /// @param contexts the names of its contexts; those with a script `demo.js` are in the demo
    public Pages(byte[] openApi, List<String> contexts) {
        this.openApi = openApi.clone();
        this.contexts = List.copyOf(contexts);
    }

    private ApiResponse demo() {
        var scripts =
                contexts.stream()
                        .map("/demo/%s/demo.js"::formatted)
                        .filter(script -> textOrNull(script) != null)
                        .toList();
        var modules = new LinkedHashSet<String>();
        addModule("/demo/app.js", modules);
        scripts.forEach(script -> addModule(script, modules));
        var preloads = lines("<link rel=\"modulepreload\" href=\"%s\">", modules);
        var loads = lines("<script type=\"module\" src=\"%s\"></script>", scripts);
        var page = Objects.requireNonNull(textOrNull("/demo/index.html"));
        var html = page.replace(CONTEXTS, preloads + loads).getBytes(UTF_8);
        return page(html, contentType("index.html"), POLICY + "; " + ownStyle(page));
    }

    /// Adds a module and those that it imports.
    private static void addModule(String path, Set<String> modules) {
        if (modules.add(path)) {
            IMPORT.matcher(Objects.requireNonNull(textOrNull(path)))
                    .results()
                    .map(found -> URI.create(path).resolve(found.group(1)).getPath())
                    .forEach(imported -> addModule(imported, modules));
        }
    }

    private static String lines(String element, Collection<String> paths) {
        return paths.stream()
                .map(path -> "    %s\n".formatted(element.formatted(path)))
                .collect(Collectors.joining());
    }

    /// The directive that allows the style in a page, by its digest, and no other.
    private static String ownStyle(String page) {
        var style = STYLE.matcher(page).results().findFirst().orElseThrow().group(1);
        var digest = Base64.getEncoder().encodeToString(Sha256.digest(style.getBytes(UTF_8)));
        return "style-src 'self' 'sha256-%s'".formatted(digest);
    }

    /// Returns the page for a GET or HEAD request, or null if the path is not a page.
    public @Nullable ApiResponse respondOrNull(ApiRequest call) {
        if (!call.method().equals("GET") && !call.method().equals("HEAD")) {
            return null;
        }
        var page = pageOrNull(call.path());
        return page == null ? null : revalidated(call, page).compressedFor(call);
    }

    private @Nullable ApiResponse pageOrNull(String path) {
        return switch (path) {
            case "/" -> file(WEB, "explorer/index.html", POLICY);
            case "/demo/" -> demo();
            case "/openapi.json" -> page(openApi, contentType(GetOpenApi.RESOURCE), POLICY);
            case "/docs/" -> file(WEB, "docs/index.html", REFERENCE_POLICY);
            case "/docs/scalar.js" -> file(SCALAR, "scalar.js", POLICY);
            case "/demo", "/docs" ->
                    new ApiResponse(302, Map.of("location", path + '/'), List.of(), new byte[0]);
            default -> FOLDER.matcher(path).matches() ? file(WEB, path.substring(1), POLICY) : null;
        };
    }

    /// The text of a file below [#WEB], or null.
    private static @Nullable String textOrNull(String path) {
        var file = file(WEB, path.substring(1), POLICY);
        return file == null ? null : new String(file.body(), UTF_8);
    }

    private static @Nullable ApiResponse file(String folder, String name, String policy) {
        return FILE.matcher(name).matches() ? resource(folder + '/' + name, policy) : null;
    }

    private static @Nullable ApiResponse resource(String path, String policy) {
        try (var in = Pages.class.getClassLoader().getResourceAsStream(path)) {
            return in == null ? null : page(in.readAllBytes(), contentType(path), policy);
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static ApiResponse page(byte[] body, String contentType, String policy) {
        return ApiResponse.of(200, contentType, body)
                .with("content-security-policy", policy)
                .with("x-content-type-options", "nosniff")
                .with("referrer-policy", "no-referrer")
                .with("cache-control", "no-cache")
                .with("etag", etag(body));
    }

    private static String etag(byte[] body) {
        return "W/\"" + HexFormat.of().formatHex(Sha256.digest(body), 0, 16) + '"';
    }

    /// Returns 304 if the browser has this version.
    private static ApiResponse revalidated(ApiRequest call, ApiResponse page) {
        var etag = page.header("etag");
        return etag != null && etag.equals(call.header("if-none-match"))
                ? new ApiResponse(304, page.headers(), List.of(), new byte[0])
                : page;
    }

    private static String contentType(String name) {
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "html" -> "text/html;charset=utf-8";
            case "js" -> "text/javascript;charset=utf-8";
            case "css" -> "text/css;charset=utf-8";
            case "json" -> "application/json";
            case "png" -> "image/png";
            case "svg" -> "image/svg+xml";
            default -> "text/plain;charset=utf-8";
        };
    }
}
