// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.push;

import io.evenkeel.dispatcher.log.EventLogger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import tools.jackson.databind.json.JsonMapper;

/** The answer to one message, given once. */
final class PushAnswer {

    private final Response response;
    private final Callback callback;
    private final EventLogger log;

    PushAnswer(Response response, Callback callback, EventLogger log) {
        this.log = log;
        this.response = response;
        this.callback = callback;
    }

    /** Answers with the push service's answer. */
    void say(int status, String json) {
        ByteBuffer content = ByteBuffer.wrap(json.getBytes(StandardCharsets.UTF_8));
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, content.remaining());
        response.write(true, content, callback);
    }

    /** Answers in the same form with the reason why the push service was not asked. */
    void refuse(int status, String reason, String remedy) {
        say(
                status,
                JsonMapper.shared()
                        .createObjectNode()
                        .put("kind", "refused")
                        .put("status", status)
                        .put("reason", reason)
                        .put("remedy", remedy)
                        .toString());
    }

    /** The same for a defect. */
    void fail(RuntimeException e) {
        log.error("a message of an agent could not be answered", e);
        refuse(500, e.toString(), "This is a defect; the event log has its trace.");
    }
}
