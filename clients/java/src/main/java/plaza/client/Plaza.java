package plaza.client;

import com.fasterxml.jackson.core.type.TypeReference;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import plaza.client.api.FantasyApi;
import plaza.client.api.FavoritesApi;
import plaza.client.api.SocialApi;
import plaza.client.api.SocialApi.APICreateUploadRequest;
import plaza.client.model.CreateUploadBody;
import plaza.client.model.SignedPut;

/// A client of the API. Everything but the types of this package is generated from the OpenAPI
/// document.
///
/// @param social users, follows, posts, likes, views and timelines
/// @param favorites saved favorites, tags, search, import and export
/// @param fantasy a fantasy football game
public record Plaza(SocialApi social, FavoritesApi favorites, FantasyApi fantasy) {
    private static final int ATTEMPTS_MAX = 5;
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long PAUSE_MILLIS_MAX = 30_000;

    /// Creates a client.
    ///
    /// @param baseUrl the address of the API, without a slash at the end
    /// @param token returns the current access token; it is called for each request
    public static Plaza connect(String baseUrl, Supplier<String> token) {
        var client = new ApiClient();
        client.updateBaseUri(baseUrl);
        client.setRequestInterceptor(
                request -> request.setHeader("authorization", "Bearer " + token.get()));
        return new Plaza(new SocialApi(client), new FavoritesApi(client), new FantasyApi(client));
    }

    /// A call of the client.
    @FunctionalInterface
    public interface Call<A, R> {
        R with(A argument);
    }

    /// Returns the items of all pages of a list. A page is requested when its first item is needed,
    /// and reading throws what the call throws.
    ///
    /// @param list requests the page with a cursor, which is null for the first page
    /// @param items returns the items of a page
    /// @param nextCursor returns the cursor of the next page, or null
    public static <P, T> Stream<T> pages(
            Call<@Nullable String, P> list,
            Function<P, List<T>> items,
            Function<P, @Nullable String> nextCursor) {
        var iterator = new Pages<>(list, items, nextCursor);
        return StreamSupport.stream(
                Spliterators.spliteratorUnknownSize(iterator, Spliterator.ORDERED), false);
    }

    /// Repeats a call while the network fails, or while the response is 429 or 503: up to five
    /// times. It waits for the time in `Retry-After`, or else for a random time that grows; if that
    /// is longer than 30 seconds, it fails.
    ///
    /// @param call sends the request. A POST passes the argument on as its `Idempotency-Key`, so
    ///   that it takes place once, however often it is sent
    /// @throws ApiException if the last attempt fails
    public static <R> R retrying(Call<String, R> call) {
        var key = UUID.randomUUID().toString();
        for (var attempt = 1; ; attempt++) {
            try {
                return call.with(key);
            } catch (ApiException exception) {
                var pause = pauseMillis(exception, attempt);
                if (attempt == ATTEMPTS_MAX
                        || !isTransient(exception)
                        || pause > PAUSE_MILLIS_MAX) {
                    throw exception;
                }
                sleep(pause, exception);
            }
        }
    }

    /// Uploads an image as it is. The API rejects one that states where it was taken as soon as it
    /// is used. Both requests are repeated while they can succeed.
    ///
    /// @param type the media type of the image
    /// @return the `uploadId`, which the user can use in a post or a profile for a day
    /// @throws ApiException if the API does not accept the upload
    /// @throws UploadException if the store does not take the image
    public String upload(String userId, CreateUploadBody.TypeEnum type, byte[] image) {
        var body = new CreateUploadBody().type(type).bytes(image.length).sha256(sha256(image));
        var request = APICreateUploadRequest.newBuilder().userId(userId).createUploadBody(body);
        var upload = retrying(key -> social.createUpload(request.idempotencyKey(key).build()));
        store(upload.getPut(), image);
        return upload.getUploadId();
    }

    private static String sha256(byte[] bytes) {
        try {
            var digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException fault) {
            throw new IllegalStateException(fault); // every Java platform has it
        }
    }

    private static void store(SignedPut put, byte[] image) {
        var request = HttpRequest.newBuilder(put.getUrl()).PUT(BodyPublishers.ofByteArray(image));
        ApiClient.createDefaultObjectMapper()
                .convertValue(put.getHeaders(), new TypeReference<Map<String, String>>() {})
                .forEach(request::header);
        try (var client = HttpClient.newHttpClient()) {
            for (var attempt = 1; ; attempt++) {
                var status = status(client, request.build());
                // 412: the store has the image, and the response to an earlier request was lost
                if (status == 200 || status == 412) {
                    return;
                }
                var isTransient = status == 0 || status == 409 || status >= 500;
                if (!isTransient || attempt == ATTEMPTS_MAX) {
                    throw new UploadException(status);
                }
                sleep(randomPauseMillis(attempt), new UploadException(status));
            }
        }
    }

    /// Returns the status of the response, or 0 if the network fails.
    private static int status(HttpClient client, HttpRequest request) {
        try {
            return client.send(request, BodyHandlers.discarding()).statusCode();
        } catch (IOException _) {
            return 0;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new UploadException(0);
        }
    }

    private static boolean isTransient(ApiException exception) {
        return switch (exception.problem()) {
            case Problem.TooManyRequests _, Problem.Unavailable _, Problem.NoResponse _ -> true;
            default -> false;
        };
    }

    private static long pauseMillis(ApiException exception, int attempt) {
        var headers = exception.getResponseHeaders();
        if (headers != null) {
            var requested = headers.firstValue("retry-after");
            if (requested.isPresent() && requested.get().matches("\\d{1,9}")) {
                return Long.parseLong(requested.get()) * 1_000;
            }
        }
        return randomPauseMillis(attempt);
    }

    private static long randomPauseMillis(int attempt) {
        return ThreadLocalRandom.current().nextLong(FIRST_PAUSE_MILLIS << attempt);
    }

    /// Waits, or throws the reason of the pause if the thread is interrupted.
    private static void sleep(long millis, RuntimeException reason) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw reason;
        }
    }

    private static final class Pages<P, T> implements Iterator<T> {
        private final Call<@Nullable String, P> list;
        private final Function<P, List<T>> items;
        private final Function<P, @Nullable String> nextCursor;
        private final ArrayDeque<T> read = new ArrayDeque<>();
        private @Nullable String cursor;
        private boolean isLast;

        Pages(
                Call<@Nullable String, P> list,
                Function<P, List<T>> items,
                Function<P, @Nullable String> nextCursor) {
            this.list = list;
            this.items = items;
            this.nextCursor = nextCursor;
        }

        @Override
        public boolean hasNext() {
            while (read.isEmpty() && !isLast) {
                var page = list.with(cursor);
                read.addAll(items.apply(page));
                cursor = nextCursor.apply(page);
                isLast = cursor == null;
            }
            return !read.isEmpty();
        }

        @Override
        public T next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return read.remove();
        }
    }
}
