// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.dispatcher.edge.ErrorPages;
import io.evenkeel.dispatcher.edge.OwnFields;
import io.evenkeel.dispatcher.edge.RedirectRule;
import io.evenkeel.dispatcher.exchange.client.AnswerWriter;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http.page.ErrorPage;
import io.evenkeel.dispatcher.node.Cluster;
import io.evenkeel.policy.Outcome;
import org.jspecify.annotations.Nullable;

/** Answers of the dispatcher itself to the requests of an exchange, in a node's place. Threads: the exchange's loop. */
final class OwnAnswer {

    private static final int BAD_GATEWAY = 502;
    private static final int UNAVAILABLE = 503;

    private final Exchange exchange;
    private @Nullable Refusal refusal;
    private boolean redirected;
    private int retryAfterS;
    private String requestId = "";

    OwnAnswer(Exchange exchange) {
        this.exchange = exchange;
    }

    /** Another request has come. */
    void clear() {
        refusal = null;
        redirected = false;
        retryAfterS = 0;
    }

    /** The reason the present request was refused; null when it was not. */
    @Nullable
    Refusal refusal() {
        return refusal;
    }

    /** True when the client was sent to the node. */
    boolean redirected() {
        return redirected;
    }

    /** The id that the error page shows, for questions about the refusal. */
    String requestId() {
        return requestId;
    }

    /** Sets the seconds after which the client of the refusal that comes may try again. */
    void retryAfter(int seconds) {
        retryAfterS = seconds;
    }

    /** Refuses the request, unless it is an error of the nodes and an old answer is stored that may stand for it. */
    void refuse(Refusal why) {
        LoopContext context = exchange.context;
        if (why.status() >= BAD_GATEWAY && exchange.cached.rescues(context.loop.nowNs())) {
            exchange.cached.rescue(context.loop.nowNs());
            return;
        }
        refusal = why;
        requestId = context.nextId();
        exchange.client().refused(why);
        String accept = exchange.request.field("accept");
        boolean toHead = exchange.facts.isHead();
        Cluster cluster = why.status() == UNAVAILABLE ? exchange.task.clusterOrNull() : null;
        int waitS = waitS(why, cluster);
        String page = page(why.status(), cluster);
        send(why.status(), close -> ErrorPage.render(why, accept, requestId, toHead, close, context.date, waitS, page));
    }

    /** The page for people, the one that says the status most exactly; null for our own. */
    private @Nullable String page(int status, @Nullable Cluster cluster) {
        ErrorPages pages = exchange.passage.edge().pages();
        String exactly = pages == null ? null : pages.exactly(status);
        String busy = cluster == null ? null : cluster.settings().overload().page();
        if (exactly != null || busy != null) {
            return exactly != null ? exactly : busy;
        }
        return pages == null ? null : pages.ofClass(status);
    }

    /** The seconds after which the client may come again; 0 to say nothing. */
    private int waitS(Refusal why, @Nullable Cluster cluster) {
        if (retryAfterS > 0) {
            return retryAfterS;
        }
        if (cluster != null) {
            return cluster.overload().retryAfterS(why == Refusal.NO_NEW_SESSIONS, exchange.context.loop.nowNs());
        }
        return why.status() == UNAVAILABLE ? 1 : 0;
    }

    /** The request ends without an answer, for a reason. */
    void noted(Refusal why) {
        refusal = why;
        requestId = exchange.context.nextId();
    }

    /** Says what the dispatcher can do: the answer to a request that may go no farther. */
    void options() {
        send(200, close -> ErrorPage.options(close, exchange.context.date));
    }

    /** Answers a challenge of a certificate authority. */
    void challenge(byte[] answer) {
        boolean toHead = exchange.facts.isHead();
        send(200, close -> ErrorPage.challenge(answer, toHead, close, exchange.context.date));
    }

    /**
     * Sends the client to the task's node. The task ends here: that the client goes there, and how the node answers, is
     * not seen.
     */
    void redirect() {
        String publicAddress = exchange.task.assigned().settings().publicAddress();
        long nowNs = exchange.context.loop.nowNs();
        exchange.timing.assigned(nowNs);
        exchange.task.finish(Outcome.ABANDONED, false, nowNs);
        if (publicAddress == null) {
            refuse(Refusal.NO_PUBLIC_ADDRESS);
            return;
        }
        redirected = true;
        HeadBuffer head = exchange.request.head();
        send(307, close -> ErrorPage.redirect(publicAddress, head, close, exchange.context.date));
    }

    /** Sends the client to another address, by a rule. */
    void redirect(RedirectRule rule, RequestHead head) {
        HeadBuffer location = new HeadBuffer(256);
        HeadBuffer changed = exchange.passage.target();
        if (changed == null) {
            rule.write(
                    head, head.octets(), head.target().pathAt(), head.target().end(), location);
        } else {
            rule.write(head, changed.octets(), 0, changed.length(), location);
        }
        redirected = true;
        send(rule.status(), close -> ErrorPage.moved(rule.status(), location, close, exchange.context.date));
    }

    private void send(int status, AnswerWriter.Page page) {
        OwnFields more = exchange.passage.edge().own();
        OwnFields question = status == 401 ? exchange.passage.edge().question() : OwnFields.NONE;
        AnswerWriter.Page whole =
                more.isEmpty() && question.isEmpty() ? page : close -> more.with(question.with(page.message(close)));
        exchange.timing.status = status;
        exchange.timing.bytesOut += exchange.writer().own(status, exchange.request.whole(), whole);
        exchange.end.whole(status >= 500, exchange.context.loop.nowNs());
    }
}
