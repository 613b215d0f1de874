// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.visit;

import io.evenkeel.load.FailureKind;
import io.evenkeel.load.PageMix;
import io.evenkeel.load.PageMix.ThrownOut;
import io.evenkeel.load.TradeOperation;
import io.evenkeel.load.UserRequests;
import io.evenkeel.load.net.ServerAnswer;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A walk from page to page as a mix has it, with the steps that each operation takes. */
final class WalkScript implements Script {

    private static final List<String> FIELDS = List.of("Accept: text/html");

    private final URI root;
    private final PageMix mix;
    private final Trader trader;
    private final RandomGenerator random;
    private final Cookies cookies;
    private int state = -1;
    private @Nullable VisitStep step;
    private boolean isThrownOut;

    WalkScript(UserRequests.Walk walk, String sessionCookie, Trader trader, RandomGenerator random) {
        this.root = walk.root();
        this.mix = walk.mix();
        this.cookies = new Cookies(sessionCookie);
        this.trader = trader;
        this.random = random;
    }

    @Override
    public void begin() {
        state = -1;
        step = null;
        cookies.forget();
        trader.forget();
    }

    @Override
    public Call next() {
        VisitStep next = trader.poll();
        if (next == null) {
            next = operation();
        }
        step = next;
        Map<String, String> form = next.form();
        return Call.of(
                root,
                next.method(),
                (root.getRawPath() == null ? "" : root.getRawPath()) + "/" + next.target(),
                FIELDS,
                cookies.line(),
                form == null ? "" : encoded(form),
                true,
                true);
    }

    /** The first step of the next operation. Logging in is not a state: the walk goes on afterwards. */
    private VisitStep operation() {
        int next = state < 0 ? mix.start() : mix.next(state, random);
        String page = mix.states().get(next).page();
        Optional<TradeOperation> operation = TradeOperation.named(page);
        if (operation.isPresent()) {
            if (!trader.isLoggedIn()) {
                return trader.login();
            }
            state = next;
            return trader.first(operation.get());
        }
        state = next;
        String[] words = page.split(" ", 2);
        boolean isLogin = mix.states().get(next).isLogin();
        return new VisitStep(
                words[0],
                words[1].substring(1),
                null,
                answer -> !isLogin && throwsOut(answer) ? FailureKind.THROWN_OUT : Scripts.fault(answer),
                answer -> {},
                isLogin);
    }

    private boolean throwsOut(ServerAnswer answer) {
        ThrownOut sign = mix.thrownOut();
        if (sign == null) {
            return false;
        }
        String location = answer.field("Location");
        boolean isSentOn = !sign.redirect().isEmpty()
                && answer.status() / 100 == 3
                && location != null
                && location.replaceFirst("[?#;].*", "").endsWith(sign.redirect());
        return isSentOn || (!sign.text().isEmpty() && answer.body().contains(sign.text()));
    }

    private static String encoded(Map<String, String> form) {
        return form.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    @Override
    public @Nullable FailureKind look(ServerAnswer answer) {
        VisitStep asked = step;
        if (asked == null) {
            return null;
        }
        cookies.keep(answer);
        FailureKind fault = answer.status() >= 500
                ? FailureKind.ofStatus(answer.status())
                : asked.check().fault(answer);
        isThrownOut = fault == FailureKind.THROWN_OUT;
        if (fault == null) {
            asked.then().accept(answer);
        }
        return fault;
    }

    @Override
    public boolean hasLostSession() {
        VisitStep asked = step;
        return isThrownOut || (asked != null && !asked.isLogin() && cookies.hasReplacedSession());
    }

    @Override
    public boolean hasLoggedOut() {
        return trader.hasLoggedOut();
    }

    /**
     * Forgets the login after a failed page and when the user was thrown out, so that the user logs in again next; a
     * form that failed is not sent again.
     */
    @Override
    public void failed() {
        trader.giveUp();
        if (isThrownOut || (step != null && step.method().equals("GET"))) {
            trader.forget();
            cookies.forget();
        }
    }

    @Override
    public boolean isMidway() {
        return trader.isMidway();
    }
}
