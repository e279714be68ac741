package plaza.local.gateway;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The pages for a browser: a start page, the OpenAPI document, and Swagger UI.
public final class Pages {
    private static final String JAR_PROPERTIES =
            "META-INF/maven/org.webjars/swagger-ui/pom.properties";

    private static final Pattern FILE_NAME = Pattern.compile("[A-Za-z0-9-]+(\\.[a-z0-9]+)+");

    private static final String INDEX =
            """
            <!doctype html>
            <html lang="en">
            <title>Plaza</title>
            <style>body { font: 1rem/1.5 system-ui; max-width: 42rem; margin: 3rem auto; padding: 0 1rem }</style>
            <h1>Plaza</h1>
            <p>A social backend, running on this machine.</p>
            <ul>
              <li><a href="/docs/">Try the API</a></li>
              <li><a href="/openapi.json">Read the OpenAPI document</a></li>
              <li><a href="/dev/token/alice">Get a token</a> for the user <code>alice</code>; send it as
                <code>Authorization: Bearer …</code></li>
              <li><a href="/dev/streams">See how far the stream functions are behind</a></li>
              <li><a href="/dev/clock">Read the clock</a></li>
            </ul>
            </html>
            """;

    private static final String INITIALIZER =
            """
            window.onload = () => {
              window.ui = SwaggerUIBundle({
                url: "/openapi.json",
                dom_id: "#swagger-ui",
                presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
                layout: "StandaloneLayout",
                persistAuthorization: true
              });
            };
            """;

    private static final String OPEN_API = "openapi.json";

    /// Returns the page for a GET or HEAD request, or null if the path is not a page.
    public @Nullable ApiResponse respondOrNull(ApiRequest call) {
        if (!call.method().equals("GET") && !call.method().equals("HEAD")) {
            return null;
        }
        return switch (call.path()) {
            case "/" -> page("text/html;charset=utf-8", INDEX);
            case "/openapi.json" -> resource(OPEN_API, "application/json");
            case "/docs" ->
                    new ApiResponse(302, Map.of("location", "/docs/"), List.of(), new byte[0]);
            case "/docs/" -> file("index.html");
            case "/docs/swagger-initializer.js" ->
                    page("text/javascript;charset=utf-8", INITIALIZER);
            default ->
                    call.path().startsWith("/docs/")
                            ? file(call.path().substring("/docs/".length()))
                            : null;
        };
    }

    private static ApiResponse page(String contentType, String text) {
        return ApiResponse.of(200, contentType, text.getBytes(StandardCharsets.UTF_8));
    }

    private static @Nullable ApiResponse file(String name) {
        if (!FILE_NAME.matcher(name).matches()) {
            return null;
        }
        var path = "META-INF/resources/webjars/swagger-ui/" + Version.TEXT + "/" + name;
        return resource(path, contentType(name));
    }

    private static @Nullable ApiResponse resource(String path, String contentType) {
        try (var in = Pages.class.getClassLoader().getResourceAsStream(path)) {
            return in == null ? null : ApiResponse.of(200, contentType, in.readAllBytes());
        } catch (IOException fault) {
            throw new UncheckedIOException(fault);
        }
    }

    private static String contentType(String name) {
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "html" -> "text/html;charset=utf-8";
            case "js" -> "text/javascript;charset=utf-8";
            case "css" -> "text/css;charset=utf-8";
            case "png" -> "image/png";
            default -> "text/plain;charset=utf-8";
        };
    }

    /// The version of the webjar, which is part of its paths.
    private static final class Version {
        static final String TEXT = read();

        private Version() {}

        private static String read() {
            var properties = new Properties();
            try (var in = Pages.class.getClassLoader().getResourceAsStream(JAR_PROPERTIES)) {
                if (in != null) {
                    properties.load(in);
                }
            } catch (IOException fault) {
                throw new UncheckedIOException(fault);
            }
            return properties.getProperty("version", "");
        }
    }
}
