// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin;

import java.util.Objects;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.EagerContentHandler.ContentLoader;
import org.eclipse.jetty.server.handler.EagerContentHandler.RetainedContentLoaderFactory;
import org.eclipse.jetty.server.handler.EagerContentHandler.RetainedContentLoaderFactory.RetainedContentLoader;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Bodies that end when their connection is idle. Jetty's own keep a timeout among their octets and go on waiting, so
 * that a client that sends half a body would keep its connection.
 */
final class AwaitedBody extends RetainedContentLoaderFactory {

    private final long octets;
    private final int chunkCost;
    private final boolean refusesLonger;

    AwaitedBody(long octets, int chunkCost, boolean refusesLonger) {
        super(octets, chunkCost, refusesLonger);
        this.octets = octets;
        this.chunkCost = chunkCost;
        this.refusesLonger = refusesLonger;
    }

    @Override
    public ContentLoader newContentLoader(
            @Nullable String contentType,
            @Nullable String mimeType,
            Handler handler,
            Request request,
            Response response,
            Callback callback) {
        return new Loader(handler, new Incoming(request), response, callback);
    }

    /** A request whose body fails for good at the first timeout while it is awaited. */
    private static final class Incoming extends Request.Wrapper {

        private boolean awaited = true;
        private boolean late;

        Incoming(Request wrapped) {
            super(wrapped);
        }

        @Override
        public Content.@Nullable Chunk read() {
            Content.Chunk chunk = super.read();
            if (!awaited || !Content.Chunk.isFailure(chunk, false)) {
                return chunk;
            }
            late = true;
            return Content.Chunk.from(Objects.requireNonNull(chunk.getFailure()), true);
        }
    }

    /** Awaits one body; an event at a time. */
    private final class Loader extends RetainedContentLoader {

        private final Incoming incoming;

        Loader(Handler handler, Incoming incoming, Response response, Callback callback) {
            super(handler, incoming, response, callback, octets, chunkCost, refusesLonger);
            this.incoming = incoming;
        }

        @Override
        protected void handle(Request request, Response response, Callback callback) {
            incoming.awaited = false;
            if (incoming.late) {
                Response.writeError(request, response, callback, HttpStatus.REQUEST_TIMEOUT_408);
            } else {
                super.handle(request, response, callback);
            }
        }
    }
}
