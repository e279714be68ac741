package plaza.benchmark.http;

import java.time.Duration;
import plaza.lambda.JdkHttpClient;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.http.crt.AwsCrtHttpClient;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/// The HTTP clients that were weighed, each with the same limits.
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
            return AwsCrtHttpClient.builder().connectionTimeout(Duration.ofSeconds(1)).build();
        }
    },
    JDK {
        @Override
        public SdkHttpClient client() {
            return new JdkHttpClient(Duration.ofSeconds(1), Duration.ofSeconds(3));
        }
    };

    /// A new client.
    public abstract SdkHttpClient client();
}
