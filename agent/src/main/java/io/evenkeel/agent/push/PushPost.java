// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.push;

import io.evenkeel.wire.push.PushMessage;
import io.evenkeel.wire.push.PushReader;
import io.evenkeel.wire.push.Seal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpRetryException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages as POSTs to one URL, with a token or a seal, and reads the answers. Never sends a message twice by
 * itself.
 */
final class PushPost {

    private static final int CONNECT_MS = 2_000;
    private static final int ANSWER_MS = 2_000;
    private static final int TOO_MANY = 429;

    private final URI url;
    private final String token;
    private final @Nullable Seal seal;
    private final LongSupplier clockMs;
    private final SecureRandom random = new SecureRandom();

    /**
     * @param token bearer token; empty: none
     * @param seal the seal of requests; null: they are not sealed
     */
    PushPost(URI url, String token, @Nullable Seal seal, LongSupplier clockMs) {
        this.url = url;
        this.token = token;
        this.seal = seal;
        this.clockMs = clockMs;
    }

    /**
     * Sends a message.
     *
     * @param most longest time that connecting and waiting may take each
     * @return the answer, a REFUSED one among them
     * @throws IOException when there is no answer that can be understood, with what came instead
     */
    PushMessage send(String message, int most) throws IOException {
        byte[] body = message.getBytes(StandardCharsets.UTF_8);
        HttpURLConnection connection = (HttpURLConnection) url.toURL().openConnection();
        connection.setConnectTimeout(Math.min(most, CONNECT_MS));
        connection.setReadTimeout(Math.min(most, ANSWER_MS));
        connection.setInstanceFollowRedirects(false);
        connection.setUseCaches(false);
        connection.setRequestMethod("POST");
        connection.setDoOutput(true);
        // Of a known length it is not sent again when the connection breaks.
        connection.setFixedLengthStreamingMode(body.length);
        connection.setRequestProperty("Content-Type", "application/json");
        authorize(connection, body);
        try (OutputStream out = connection.getOutputStream()) {
            out.write(body);
        }
        return answer(connection);
    }

    private void authorize(HttpURLConnection connection, byte[] body) {
        if (!token.isEmpty()) {
            connection.setRequestProperty("Authorization", "Bearer " + token);
        }
        if (seal != null) {
            long timeMs = clockMs.getAsLong();
            String nonce = Seal.nonce(random);
            connection.setRequestProperty(Seal.TIME_HEADER, Long.toString(timeMs));
            connection.setRequestProperty(Seal.NONCE_HEADER, nonce);
            connection.setRequestProperty(Seal.SEAL_HEADER, seal.sign("POST", target(), timeMs, nonce, body));
        }
    }

    /** The target as it stands in the request line. */
    private String target() {
        String path = url.getRawPath();
        String query = url.getRawQuery();
        return (path == null || path.isEmpty() ? "/" : path) + (query == null ? "" : "?" + query);
    }

    private static PushMessage answer(HttpURLConnection connection) throws IOException {
        int status;
        try {
            status = connection.getResponseCode();
        } catch (HttpRetryException e) {
            // The JDK wanted to log in. The answer's body is lost to us.
            return PushMessage.refused("status " + e.responseCode(), "check evenkeel.agent.push.token or push.secret");
        }
        try (InputStream in = status < HttpURLConnection.HTTP_BAD_REQUEST
                ? connection.getInputStream()
                : connection.getErrorStream()) {
            byte[] octets = in == null ? new byte[0] : in.readNBytes(PushReader.MOST_OCTETS);
            PushMessage message = PushMessage.read(octets, 0, octets.length);
            if (message == null) {
                throw new IOException("status " + status + " without a message in it");
            }
            if (status == TOO_MANY || status >= HttpURLConnection.HTTP_INTERNAL_ERROR) {
                // It is busy and still knows its nodes; to register again would only be more work for it.
                throw new IOException("status " + status + ", " + message.reason());
            }
            return message;
        }
    }
}
