// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import io.evenkeel.cli.terminal.CommandException;
import io.evenkeel.config.tls.Authorities;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A running dispatcher, reached through its admin API. */
public final class RemoteDispatcher {

    private static final JsonMapper MAPPER = JsonMapper.shared();
    private static final int CONNECT_MS = 2_000;
    private static final int ANSWER_MS = 30_000;
    private static final int UNPROCESSABLE = 422;

    private final URI url;
    private final @Nullable String token;
    private final Supplier<SSLSocketFactory> sockets;

    /** @param sockets makes connections to https URLs; asked for once there is one to make */
    RemoteDispatcher(URI url, @Nullable String token, Supplier<SSLSocketFactory> sockets) {
        this.url = url;
        this.token = token;
        this.sockets = sockets;
    }

    /** A name as a part of a path or query. */
    public static String quoted(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Reads a path of the API; fails with the dispatcher's own reason and remedy. */
    public JsonNode get(String path) {
        return send("GET", path, null);
    }

    /** Sends a command; an answer that tells why it was not done (422) is returned like one that says it was done. */
    public JsonNode post(String path, JsonNode body) {
        return send("POST", path, body);
    }

    /** Takes something away; returns it as it was. */
    public JsonNode delete(String path) {
        return send("DELETE", path, null);
    }

    private JsonNode send(String method, String path, @Nullable JsonNode body) {
        try {
            HttpURLConnection connection =
                    (HttpURLConnection) url.resolve(path).toURL().openConnection();
            if (connection instanceof HttpsURLConnection secure) {
                secure.setSSLSocketFactory(sockets.get());
            }
            connection.setRequestMethod(method);
            connection.setConnectTimeout(CONNECT_MS);
            connection.setReadTimeout(ANSWER_MS);
            if (token != null) {
                connection.setRequestProperty("Authorization", "Bearer " + token);
            }
            if (body != null) {
                connection.setRequestProperty("Content-Type", "application/json");
                connection.setDoOutput(true);
                connection.getOutputStream().write(MAPPER.writeValueAsBytes(body));
            }
            int status = connection.getResponseCode();
            InputStream content = status < 400 ? connection.getInputStream() : connection.getErrorStream();
            byte[] answer = content == null ? new byte[0] : content.readAllBytes();
            return read(status, MAPPER.readTree(answer));
        } catch (ConnectException e) {
            throw CommandException.failed("no dispatcher answers at " + url
                    + "\nStart one with 'evenkeel run -c FILE', or say where it is with -c FILE or --admin URL.");
        } catch (SSLException e) {
            throw CommandException.failed(url + " is not trusted: " + reason(e));
        } catch (IOException e) {
            throw CommandException.failed("asking " + url + " failed: " + e.getMessage());
        } catch (JacksonException e) {
            throw CommandException.failed("what answers at " + url + " is not a dispatcher's admin server");
        }
    }

    private static String reason(SSLException e) {
        for (Throwable each = e; each != null; each = each.getCause()) {
            if (each instanceof Authorities.UntrustedException refusal) {
                return String.valueOf(refusal.getMessage());
            }
        }
        return e.getMessage() + "\nDoes it have admin.tls? If not, write http:// in --admin.";
    }

    private JsonNode read(int status, JsonNode answer) {
        if (status < 400 || (status == UNPROCESSABLE && answer.has("applied"))) {
            return answer;
        }
        if (!answer.has("reason")) {
            throw CommandException.failed("what answers at " + url + " is not a dispatcher's admin server");
        }
        throw CommandException.failed(answer.path("reason").asString("") + "\n"
                + answer.path("remedy").asString(""));
    }
}
