// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange;

import io.evenkeel.config.listener.MirrorSettings;
import io.evenkeel.config.listener.RequestLimits;
import io.evenkeel.config.text.RoutePath;
import io.evenkeel.dispatcher.admission.rate.RateLimit;
import io.evenkeel.dispatcher.edge.AccessRule;
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
    private @Nullable Refusal login(RequestHead head) {
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

    /**
     * Goes through the rules one after the other. Where credentials are wanted, the request may {@link #waits wait} for
     * what they are worth.
     *
     * @return true when the request is answered here and needs no node
     */
    boolean answers(RequestHead head) {
        return challenged(head)
                || refused(denial(head))
                || ended(head)
                || refused(excess(head))
                || redirected(head)
                || refused(exchange.request.lacksRoom() ? Refusal.LARGE_HEADS_FULL : null)
                || refused(login(head));
    }

    /** Answers the challenge that a request may be part of. */
    private boolean challenged(RequestHead head) {
        byte[] page = exchange.context.challenges.page(
                head.octets(), head.target().pathAt(), head.target().end());
        boolean asks = head.method() == Method.GET || head.method() == Method.HEAD;
        if (page == null || !asks || exchange.request.refusal() != null) {
            return false;
        }
        exchange.own.challenge(page);
        return true;
    }

    private boolean refused(@Nullable Refusal why) {
        if (why != null) {
            exchange.own.refuse(why);
        }
        return why != null;
    }

    /** The reason for which nobody answers the request, wherever it would go; null for none. */
    private @Nullable Refusal denial(RequestHead head) {
        Refusal why = exchange.request.refusal();
        if (why != null) {
            return why;
        }
        AccessRule access = edge().access();
        boolean denied =
                access != null && access.refuses(head, exchange.client().origin());
        return denied ? Refusal.DENIED : null;
    }

    /** Answers a request that may go no farther, or has no path at which a client could ask another server. */
    private boolean ended(RequestHead head) {
        boolean ends =
                head.maxForwards() == 0 || (rules().redirects() && head.target().isAsterisk());
        if (ends && exchange.facts.isTrace()) {
            exchange.own.refuse(Refusal.NOT_ALLOWED);
        } else if (ends) {
            exchange.own.options();
        }
        return ends;
    }

    /** The reason for which the request is too much, or its path has more than one meaning; null for none. */
    private @Nullable Refusal excess(RequestHead head) {
        Refusal lacking = exchange.context.loopProtection.refusal();
        if (lacking != null) {
            return lacking;
        }
        RateLimit rate = rules().rate();
        int waitS = rate == null
                ? 0
                : rate.refuses(
                        head,
                        exchange.client().origin(),
                        exchange.timing.headNs,
                        exchange.context.loop.events().listener());
        if (waitS > 0) {
            exchange.own.retryAfter(waitS);
            return Refusal.RATE_LIMITED;
        }
        return doubtful ? Refusal.BAD_PATH : null;
    }

    /** Sends the client elsewhere where a rule says so, unless its host is none that the rule knows. */
    private boolean redirected(RequestHead head) {
        RedirectRule redirect = edge().redirect();
        if (redirect == null || !redirect.applies(head, exchange.client().origin())) {
            return false;
        }
        if (redirect.knows(head)) {
            exchange.own.redirect(redirect, head);
        } else {
            exchange.own.refuse(Refusal.OTHER_HOST);
        }
        return true;
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
        return found == null
                ? null
                : found.cluster(edge().canary(), head, exchange.client().origin());
    }
}
