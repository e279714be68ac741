package plaza.benchmark.cold;

import java.time.Duration;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpConfigurationOption;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.http.crt.AwsCrtHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.utils.AttributeMap;

/// The SDK's synchronous HTTP clients with the same connection timeout. The functions use APACHE5.
public enum HttpClients {
    URL_CONNECTION {
        @Override
        public SdkHttpClient client() {
            return UrlConnectionHttpClient.builder()
                    .connectionTimeout(Duration.ofSeconds(1))
                    .socketTimeout(Duration.ofSeconds(3))
                    .build();
        }
    },
    APACHE5 {
        @Override
        public SdkHttpClient client() {
            return Apache5HttpClient.builder()
                    .connectionTimeout(Duration.ofSeconds(1))
                    .socketTimeout(Duration.ofSeconds(3))
                    .build();
        }
    },
    CRT {
        @Override
        public SdkHttpClient client() {
            // CRT does not read Java's trust store, so it cannot verify the benchmark's certificate
            return AwsCrtHttpClient.builder()
                    .connectionTimeout(Duration.ofSeconds(1))
                    .buildWithDefaults(
                            AttributeMap.builder()
                                    .put(
                                            SdkHttpConfigurationOption.TRUST_ALL_CERTIFICATES,
                                            Boolean.TRUE)
                                    .build());
        }
    };

    /// Creates a client.
    public abstract SdkHttpClient client();
}
