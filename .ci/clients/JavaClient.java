// SPDX-License-Identifier: Apache-2.0
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Java's own client: URL CERTIFICATE BODY VERSION, the version of HTTP that is expected. */
final class JavaClient {

    public static void main(String[] args) throws Exception {
        String url = args[0];
        byte[] body = Files.readAllBytes(Path.of(args[2]));
        Version expected = Version.valueOf(args[3]);
        HttpClient client = HttpClient.newBuilder()
                .version(Version.HTTP_2)
                .sslContext(trusting(Path.of(args[1])))
                .build();

        HttpResponse<byte[]> got = client.send(request(url, "/bytes/1234567").build(), BodyHandlers.ofByteArray());
        must(got.statusCode() == 200 && got.version() == expected, "GET: " + got);
        must(Arrays.equals(got.body(), known(1_234_567)), "bytes of GET");

        HttpResponse<byte[]> told = client.send(
                request(url, "/echo").POST(BodyPublishers.ofByteArray(body)).build(), BodyHandlers.ofByteArray());
        must(Arrays.equals(told.body(), body), "bytes of POST");
        HttpResponse<byte[]> untold = client.send(
                request(url, "/echo")
                        .POST(BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(body)))
                        .build(),
                BodyHandlers.ofByteArray());
        must(Arrays.equals(untold.body(), body), "bytes of POST without a length");

        List<CompletableFuture<HttpResponse<byte[]>>> all = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            all.add(client.sendAsync(
                    request(url, "/echo")
                            .POST(BodyPublishers.ofString(("body " + i + " ").repeat(1000)))
                            .build(),
                    BodyHandlers.ofByteArray()));
        }
        for (int i = 0; i < 100; i++) {
            HttpResponse<byte[]> each = all.get(i).get();
            must(new String(each.body()).equals(("body " + i + " ").repeat(1000)), "stream " + i);
        }
        System.exit(0);
    }

    private static HttpRequest.Builder request(String url, String path) {
        return HttpRequest.newBuilder(URI.create(url + path));
    }

    private static byte[] known(int count) {
        byte[] octets = new byte[count];
        for (int i = 0; i < count; i++) {
            octets[i] = (byte) (i * 31 + i / 1000);
        }
        return octets;
    }

    private static SSLContext trusting(Path certificate) throws Exception {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream in = Files.newInputStream(certificate)) {
            store.setCertificateEntry("shop", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }

    private static void must(boolean holds, String what) {
        if (!holds) {
            System.err.println("wrong: " + what);
            System.exit(1);
        }
    }
}
