// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.servlet.jakarta;

import io.evenkeel.agent.servlet.ServletCalls;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The calls on requests and responses of this namespace. */
final class JakartaCalls implements ServletCalls<HttpServletRequest, HttpServletResponse> {

    @Override
    public @Nullable String sessionId(HttpServletRequest request) {
        return request.getRequestedSessionId();
    }

    @Override
    public @Nullable String field(HttpServletRequest request, String name) {
        return request.getHeader(name);
    }

    @Override
    public @Nullable String address(HttpServletRequest request) {
        return request.getRemoteAddr();
    }

    @Override
    public String method(HttpServletRequest request) {
        return request.getMethod();
    }

    @Override
    public String path(HttpServletRequest request) {
        return request.getRequestURI().substring(request.getContextPath().length());
    }

    @Override
    public boolean committed(HttpServletResponse response) {
        return response.isCommitted();
    }

    @Override
    public int status(HttpServletResponse response) {
        return response.getStatus();
    }

    @Override
    public void field(HttpServletResponse response, String name, String value) {
        response.setHeader(name, value);
    }

    @Override
    public void answer(HttpServletResponse response, int status, String contentType, byte[] body, boolean bodyToo)
            throws IOException {
        response.setStatus(status);
        response.setContentType(contentType);
        response.setContentLength(body.length);
        if (bodyToo) {
            response.getOutputStream().write(body);
        }
    }
}
