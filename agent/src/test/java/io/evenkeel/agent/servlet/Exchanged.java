// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.servlet;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A request and its answer at once, of no namespace. */
final class Exchanged {

    final Map<String, String> fields = new HashMap<>();
    final Map<String, String> answerFields = new HashMap<>();

    @Nullable
    String sessionId;

    String address = "127.0.0.1";
    String method = "GET";
    String path = "/evenkeel-agent";
    boolean committed;
    int status = 200;
    String body = "";

    static final class Calls implements ServletCalls<Exchanged, Exchanged> {

        @Override
        public @Nullable String sessionId(Exchanged request) {
            return request.sessionId;
        }

        @Override
        public @Nullable String field(Exchanged request, String name) {
            return request.fields.get(name);
        }

        @Override
        public String address(Exchanged request) {
            return request.address;
        }

        @Override
        public String method(Exchanged request) {
            return request.method;
        }

        @Override
        public String path(Exchanged request) {
            return request.path;
        }

        @Override
        public boolean committed(Exchanged response) {
            return response.committed;
        }

        @Override
        public int status(Exchanged response) {
            return response.status;
        }

        @Override
        public void field(Exchanged response, String name, String value) {
            response.answerFields.put(name, value);
        }

        @Override
        public void answer(Exchanged response, int status, String contentType, byte[] body, boolean bodyToo) {
            response.status = status;
            response.answerFields.put("Content-Type", contentType);
            response.body = bodyToo ? new String(body, StandardCharsets.UTF_8) : "";
        }
    }
}
