// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.config.listener.MirrorSettings;
import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.config.text.RoutePath;
import io.evenkeel.dispatcher.admission.rate.RateLimit;
import io.evenkeel.dispatcher.edge.EdgeRules;
import io.evenkeel.dispatcher.edge.RedirectRule;
import io.evenkeel.dispatcher.edge.Route;
import io.evenkeel.dispatcher.edge.login.BasicRule;
import io.evenkeel.dispatcher.edge.login.LoginRule;
import io.evenkeel.dispatcher.edge.login.LoginVerdict;
import io.evenkeel.dispatcher.exchange.copy.CopyTaker;
import io.evenkeel.dispatcher.exchange.copy.MirrorCopy;
import io.evenkeel.dispatcher.exchange.head.BorrowedHead;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.Method;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.Refusal;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.node.Cluster;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The way of an exchange's request past the rules of its listener and its route, before it asks for a node: who may
 * come in, how often, and what is answered here. Threads: the exchange's loop.
 */
final class Passage {

    private final Exchange exchange;
    private @Nullable ListenerRules rules;
    private @Nullable EdgeRules edge;
    private @Nullable Route route;
    private boolean doubtful;
    private boolean changed;
    /** Counts questions about credentials, so that an answer to an earlier one is not taken for this one's. */
    private long question;

    private boolean waits;

    /**
     * The client's own head while its credentials are checked: nodes get another one, and the loop's reader goes on.
     * Not borrowed by other requests.
     */
    private final BorrowedHead kept;

    Passage(Exchange exchange) {
        this.exchange = exchange;
        this.kept = new BorrowedHead(exchange.context.heads());
    }

    /** Begins with what is no request, or one that {@link #enter} will look at. */
    void clear(ListenerRules newRules) {
        rules = newRules;
        edge = newRules.edge();
        route = null;
        doubtful = false;
        changed = false;
        leave();
    }

    /** Wants no answer about credentials any more. */
    void leave() {
        question++;
        waits = false;
        giveKept();
    }

    /** True while credentials are being checked; {@link ExchangeStart#checked} follows. */
    boolean waits() {
        return waits;
    }

    /** The reason to refuse a request for its credentials; null when they are good, or none are wanted, or it waits. */
    @Nullable
    Refusal login(RequestHead head) {
        LoginRule rule = edge().login();
        if (rule == null) {
            return null;
        }
        long asked = ++question;
        LoginRule.LoginAnswer answer = rule.ask(
                head,
                exchange.client().origin(),
                exchange.timing.headNs,
                later -> exchange.context.loop.execute(() -> {
                    if (asked == question && waits) {
                        waits = false;
                        exchange.start.checked(refusal(later));
                    }
                }));
        waits = answer.verdict() == LoginVerdict.LATER;
        if (waits && !keep(head)) {
            leave();
            return Refusal.LARGE_HEADS_FULL;
        }
        return refusal(answer);
    }

    /** Keeps a head; false when others leave no room for it. */
    private boolean keep(RequestHead head) {
        HeadBuffer own = kept.buffer();
        own.clear(head.end() - head.methodAt());
        own.add(head.octets(), head.methodAt(), head.end());
        kept.written();
        return !kept.lacksRoom(exchange.timing.headNs);
    }

    /** The head that the client sent, of a request that has waited; good until {@link #giveKept}. */
    RequestHead kept() {
        if (!kept.isBorrowed()) {
            throw new IllegalStateException("the request has not waited");
        }
        HeadBuffer own = kept.buffer();
        RequestHead again = exchange.context.requestHead();
        if (again.read(own.octets(), 0, own.length(), RequestLimits.NONE) < 0) {
            throw new IllegalStateException("a head that was read before cannot be read");
        }
        return again;
    }

    /** Nobody needs the client's head any more. */
    void giveKept() {
        kept.give();
    }

    /** The reason to refuse a request for an answer about it; null when it is good, and nodes will be told. */
    private @Nullable Refusal refusal(LoginRule.LoginAnswer answer) {
        if (answer.lines().length > 0) {
            exchange.request.tell(answer.lines());
        }
        return switch (answer.verdict()) {
            case ADMITTED, LATER -> null;
            case REFUSED -> Refusal.UNAUTHORIZED;
            case TOO_OFTEN -> {
                exchange.own.retryAfter(BasicRule.TRY_S);
                yield Refusal.RATE_LIMITED;
            }
            case BUSY -> Refusal.CHECKS_FULL;
        };
    }

    /** Forgets the rules. */
    void forget() {
        rules = null;
        edge = null;
        route = null;
        leave();
    }

    private ListenerRules rules() {
        return Objects.requireNonNull(rules, "no request has begun");
    }

    /** The rules of the request's route, else of its listener. */
    EdgeRules edge() {
        return Objects.requireNonNull(edge, "no request has begun");
    }

    /** Finds the route of a request, and the target that nodes get. */
    @SuppressWarnings("ReferenceEquality") // rules are made once for each load of the configuration
    void enter(RequestHead head) {
        RoutePath path = exchange.context.routePath;
        route = rules().router().find(head, path);
        doubtful = route == null && path.doubtful();
        EdgeRules found = route == null ? rules().edge() : rules().edge(route.number());
        edge = found;
        if (found != rules().edge()) {
            exchange.writer().hides(found.hidden());
        }
        if (route != null && found.path() != null) {
            changed = found.path().write(head, path, exchange.context.target);
            doubtful |= !changed;
        }
    }

    /** Path and query as nodes get them, while the request begins; null when they are as they came. */
    @Nullable
    HeadBuffer target() {
        return changed ? exchange.context.target : null;
    }

    /** The answer to a challenge that this request is part of; null for all other requests. */
    byte @Nullable [] challenge(RequestHead head) {
        byte[] page = exchange.context.challenges.page(
                head.octets(), head.target().pathAt(), head.target().end());
        boolean asks = head.method() == Method.GET || head.method() == Method.HEAD;
        return page == null || !asks || exchange.request.refusal() != null ? null : page;
    }

    /** True for a request that may go no farther, or has no path at which a client could ask another server. */
    boolean endsHere(RequestHead head) {
        return head.maxForwards() == 0 || (rules().redirects() && head.target().isAsterisk());
    }

    /** The redirect that answers the request; null when it goes to a node. */
    @Nullable
    RedirectRule redirect(RequestHead head) {
        RedirectRule redirect = edge().redirect();
        return redirect != null && redirect.applies(head, exchange.client().origin()) ? redirect : null;
    }

    /** The reason to refuse the request, whatever the nodes say; null when it may go on. */
    @Nullable
    Refusal refusal(RequestHead head) {
        Refusal why = exchange.request.refusal();
        if (why != null) {
            return why;
        }
        Origin origin = exchange.client().origin();
        EdgeRules found = edge();
        if (found.access() != null && found.access().refuses(head, origin)) {
            return Refusal.DENIED;
        }
        if (endsHere(head)) {
            return exchange.facts.isTrace() ? Refusal.NOT_ALLOWED : null;
        }
        Refusal lacking = exchange.context.shelter.refusal();
        if (lacking != null) {
            return lacking;
        }
        RateLimit rate = rules().rate();
        int waitS = rate == null
                ? 0
                : rate.refuses(
                        head,
                        origin,
                        exchange.timing.headNs,
                        exchange.context.loop.events().listener());
        if (waitS > 0) {
            exchange.own.retryAfter(waitS);
            return Refusal.RATE_LIMITED;
        }
        if (doubtful) {
            return Refusal.BAD_PATH;
        }
        RedirectRule redirect = redirect(head);
        if (redirect != null) {
            return redirect.knows(head) ? null : Refusal.OTHER_HOST;
        }
        return exchange.request.lacksRoom() ? Refusal.LARGE_HEADS_FULL : null;
    }

    /** A copy of the request, for the cluster that mirrors it; null for none. */
    @Nullable
    MirrorCopy copy(RequestHead head) {
        Route found = route;
        MirrorSettings mirror = edge().mirror();
        if (mirror == null || found == null || found.mirror() == null || head.upgrades()) {
            return null;
        }
        CopyTaker taker = exchange.context.copies();
        return taker.wants(mirror)
                ? new MirrorCopy(
                        taker, mirror, found.mirror(), exchange.client().origin())
                : null;
    }

    /** The cluster that the request goes to; null when there is none. */
    @Nullable
    Cluster cluster(RequestHead head) {
        Route found = route;
        if (found == null) {
            return null;
        }
        Cluster canary = found.canary();
        boolean elsewhere = canary != null
                && edge().canary() != null
                && edge().canary().takes(head, exchange.client().origin());
        return elsewhere ? canary : found.cluster();
    }
}
