// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.client;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.util.Optional;

/** Copies of requests for another server. Stateless. */
final class RequestCopy {

    private RequestCopy() {}

    /**
     * The same request to another server.
     *
     * @param origin scheme and authority
     */
    static HttpRequest to(URI origin, HttpRequest request) {
        HttpRequest.Builder copy = HttpRequest.newBuilder(moved(origin, request.uri()));
        request.headers().map().forEach((name, values) -> values.forEach(value -> copy.header(name, value)));
        request.timeout().ifPresent(copy::timeout);
        request.version().ifPresent(copy::version);
        copy.expectContinue(request.expectContinue());
        Optional<BodyPublisher> body = request.bodyPublisher();
        if (body.isPresent()) {
            copy.method(request.method(), body.get());
        } else if (request.method().equals("GET")) {
            copy.GET();
        } else if (request.method().equals("DELETE")) {
            copy.DELETE();
        } else {
            copy.method(request.method(), BodyPublishers.noBody());
        }
        return copy.build();
    }

    /** The same path and query at another server. */
    static URI moved(URI origin, URI target) {
        String path = target.getRawPath() == null || target.getRawPath().isEmpty() ? "/" : target.getRawPath();
        String query = target.getRawQuery() == null ? "" : "?" + target.getRawQuery();
        return URI.create(origin.getScheme() + "://" + origin.getRawAuthority() + path + query);
    }
}
