// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.entrance;

import io.evenkeel.admin.entrance.Approach.Asked;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Executor;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * The first handler of a request. It finds the guest that sent it, and lets the open pages answer theirs. The handlers
 * behind it refuse requests that came in a wrong way, in the form that the client reads.
 */
final class Entrance extends Handler.Wrapper {

    private final Guests guests;
    private final Approach approach;
    private final List<OpenPage> pages;
    private final Executor workers;

    Entrance(Guests guests, Approach approach, List<OpenPage> pages, Executor workers) {
        this.workers = workers;
        this.guests = guests;
        this.approach = approach;
        this.pages = List.copyOf(pages);
    }

    /** The head of a request as Jetty has it. */
    private record Head(Request request) implements Asked {

        @Override
        public String method() {
            return request.getMethod();
        }

        @Override
        public String path() {
            return request.getHttpURI().getPath();
        }

        @Override
        public boolean encrypted() {
            return request.isSecure();
        }

        @Override
        public @Nullable String field(String name) {
            return request.getHeaders().get(name);
        }
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Guest guest = guests.find(request.getConnectionMetaData().getRemoteSocketAddress());
        if (guest == null) {
            // sent away a moment ago, while the request was read
            request.getConnectionMetaData().getConnection().getEndPoint().close();
            callback.failed(new GuestLeftException());
            return true;
        }
        request.setAttribute(Guest.KEY, guest);
        Head head = new Head(request);
        for (OpenPage page : pages) {
            if (page.claims(head.method(), head.path(), request) && approach.refusal(head) == null) {
                approach.mark(head, response.getHeaders()::put);
                page.answer(request, response, callback, workers);
                return true;
            }
        }
        return super.handle(request, response, callback);
    }

    /** Writes a whole answer without waiting for its reader. */
    static void send(Response response, int status, String type, ByteBuffer content, Callback callback) {
        response.setStatus(status);
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, type);
        response.getHeaders().put(HttpHeader.CONTENT_LENGTH, content.remaining());
        response.write(true, content, callback);
    }
}
