// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.acme;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** A whole body as a stream; one that is packed, or longer than it may be, is an error and is not read to its end. */
final class WholeBody implements BodySubscriber<InputStream> {

    private final boolean packed;
    private final int most;
    private final ByteArrayOutputStream octets = new ByteArrayOutputStream();
    private final CompletableFuture<InputStream> body = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;

    WholeBody(HttpHeaders head, int most) {
        this.packed = head.firstValue("Content-Encoding").isPresent();
        this.most = most;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        if (packed) {
            refuse("the answer is packed, although nobody has asked for that");
        } else {
            given.request(Long.MAX_VALUE);
        }
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            if (octets.size() + buffer.remaining() > most) {
                refuse("the answer is longer than " + most + " bytes");
                return;
            }
            byte[] part = new byte[buffer.remaining()];
            buffer.get(part);
            octets.writeBytes(part);
        }
    }

    private void refuse(String why) {
        Flow.Subscription present = subscription;
        if (present != null) {
            present.cancel();
        }
        body.completeExceptionally(new IOException(why));
    }

    @Override
    public void onError(Throwable failure) {
        body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        body.complete(new ByteArrayInputStream(octets.toByteArray()));
    }

    @Override
    public CompletionStage<InputStream> getBody() {
        return body;
    }
}
