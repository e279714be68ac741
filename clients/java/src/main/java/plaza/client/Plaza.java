package plaza.client;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
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

/// A client of the API. Everything but this class and [PlazaException] is generated from the
/// OpenAPI document.
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
        R with(A argument) throws ApiException;
    }

    /// Returns the items of all pages of a list. A page is requested when its first item is needed,
    /// and reading fails with a [PlazaException] if the page cannot be read.
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
    /// @throws PlazaException if the last attempt fails
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
                    throw new PlazaException(exception);
                }
                sleep(pause, exception);
            }
        }
    }

    private static boolean isTransient(ApiException exception) {
        return exception.getCode() == 429
                || exception.getCode() == 503
                || exception.getCause() instanceof IOException;
    }

    private static long pauseMillis(ApiException exception, int attempt) {
        var headers = exception.getResponseHeaders();
        if (headers != null) {
            var requested = headers.firstValue("retry-after");
            if (requested.isPresent() && requested.get().matches("\\d{1,9}")) {
                return Long.parseLong(requested.get()) * 1_000;
            }
        }
        return ThreadLocalRandom.current().nextLong(FIRST_PAUSE_MILLIS << attempt);
    }

    private static void sleep(long millis, ApiException reason) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new PlazaException(reason);
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
                try {
                    var page = list.with(cursor);
                    read.addAll(items.apply(page));
                    cursor = nextCursor.apply(page);
                    isLast = cursor == null;
                } catch (ApiException exception) {
                    throw new PlazaException(exception);
                }
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
