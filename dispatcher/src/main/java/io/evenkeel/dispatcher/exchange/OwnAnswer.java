// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.dispatcher.http.ErrorPage;
import io.evenkeel.dispatcher.http.Refusal;
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
        LoopContext context = exchange.context;
        refusal = why;
        requestId = context.nextId();
        exchange.client().refused(why);
        String accept = exchange.request.accept();
        boolean toHead = exchange.facts.isHead();
        send(why.status(), close -> ErrorPage.render(why, accept, requestId, toHead, close, context.date));
    }

    /** Says what the dispatcher can do: the answer to a request that may go no farther. */
    void options() {
        send(200, close -> ErrorPage.options(close, exchange.context.date));
    }

    private void send(int status, AnswerWriter.Page page) {
        exchange.timing.status = status;
        exchange.timing.bytesOut += exchange.writer().own(status, exchange.request.whole(), page);
        exchange.end.whole(status >= 500, exchange.context.loop.nowNs());
    }
}
