package plaza.benchmark.http;

import java.time.Duration;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.SdkHttpConfigurationOption;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.http.crt.AwsCrtHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.utils.AttributeMap;

/// The SDK's synchronous HTTP clients, each with the same timeouts. The functions use APACHE5.
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
            // it knows no trust store of Java's, so the benchmark's own key is not looked up in one
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

    /// A new client.
    public abstract SdkHttpClient client();
}
