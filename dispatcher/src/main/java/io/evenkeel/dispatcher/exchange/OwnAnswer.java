// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.dispatcher.http.ErrorPage;
import io.evenkeel.dispatcher.http.Refusal;
import io.netty.buffer.Unpooled;
import org.jspecify.annotations.Nullable;

/** Answers of the dispatcher itself to the requests of an exchange, in a node's place. Threads: the exchange's loop. */
final class OwnAnswer {

    private final Exchange exchange;
    private @Nullable Refusal refusal;
    private String requestId = "";

    OwnAnswer(Exchange exchange) {
        this.exchange = exchange;
    }

    /** Another request has come. */
    void clear() {
        refusal = null;
    }

    /** The reason the present request was refused; null when it was not. */
    @Nullable
    Refusal refusal() {
        return refusal;
    }

    /** The id that the error page shows, for questions about the refusal. */
    String requestId() {
        return requestId;
    }

    /** Refuses the request. */
    void refuse(Refusal why) {
        RequestRelay request = exchange.request;
        Workbench bench = exchange.bench;
        boolean keep =
                request.whole() && exchange.facts.keepsAliveUnasked() && why.status() != 400 && why.status() != 413;
        refusal = why;
        requestId = bench.nextId();
        exchange.client().refused(why);
        byte[] page = ErrorPage.render(why, request.accept(), requestId, exchange.facts.isHead(), !keep, bench.date);
        send(page, why.status(), keep);
    }

    /** Says what the dispatcher can do: the answer to a request that may go no farther. */
    void options() {
        boolean keep = exchange.request.whole() && exchange.facts.keepsAliveUnasked();
        send(ErrorPage.options(!keep, exchange.bench.date), 200, keep);
    }

    private void send(byte[] page, int status, boolean keep) {
        exchange.timing.status = status;
        exchange.timing.bytesOut += page.length;
        exchange.client().connection().write(Unpooled.wrappedBuffer(page));
        exchange.finished(status >= 500, keep, exchange.bench.loop.nowNs());
    }
}
