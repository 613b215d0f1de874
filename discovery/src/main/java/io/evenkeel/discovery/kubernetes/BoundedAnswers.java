// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery.kubernetes;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Ends answers of the API server that are too long; the library gathers an answer until it is whole, in the heap.
 * Streams of changes, which have no end, are left alone. Threads: those of the library.
 */
final class BoundedAnswers implements Interceptor {

    /** Octets of one answer; ten EndpointSlices, of which the API server stores at most 1.5 MB each. */
    static final long MOST_OCTETS = 16L << 20;

    @Override
    public AsyncBody.Consumer<List<ByteBuffer>> consumer(
            AsyncBody.Consumer<List<ByteBuffer>> next, HttpRequest request) {
        String query = request.uri().getRawQuery();
        return query != null && query.contains("watch=true") ? next : new Counted(next);
    }

    /** One body, called by one thread at a time. */
    private static final class Counted implements AsyncBody.Consumer<List<ByteBuffer>> {

        private final AsyncBody.Consumer<List<ByteBuffer>> next;
        private long octets;

        Counted(AsyncBody.Consumer<List<ByteBuffer>> next) {
            this.next = next;
        }

        @Override
        public void consume(List<ByteBuffer> buffers, AsyncBody body) throws Exception {
            for (ByteBuffer buffer : buffers) {
                octets += buffer.remaining();
            }
            if (octets > MOST_OCTETS) {
                body.done()
                        .completeExceptionally(new IOException("the answer is longer than " + MOST_OCTETS + " bytes"));
                body.cancel();
            } else {
                next.consume(buffers, body);
            }
        }

        @Override
        public <U> U unwrap(Class<U> target) {
            return next.unwrap(target);
        }
    }
}
