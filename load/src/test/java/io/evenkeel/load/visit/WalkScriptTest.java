// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.visit;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.load.FailureKind;
import io.evenkeel.load.PageMix;
import io.evenkeel.load.PageMix.MixState;
import io.evenkeel.load.PageMix.ThrownOut;
import io.evenkeel.load.UserRequests;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The signs of a lost session in a walk. */
class WalkScriptTest {

    private static final URI ROOT = URI.create("http://127.0.0.1:9090/trade");
    private static final String HOME_OF_THE_FIRST = "<body data-user=\"uid:0\"> <!-- node: a -->\n";

    private static Script script(PageMix mix) {
        return new Scripts(new UserRequests.Walk(ROOT, mix), "JSESSIONID", "run", 1).script(0);
    }

    private static PageMix only(String page) {
        return new PageMix("only", List.of(new MixState(page, page, List.of(1.0))), 0);
    }

    private static CannedAnswer redirect(String target, String... more) {
        List<String> lines = new ArrayList<>(List.of(more));
        lines.add("Location: " + target);
        return new CannedAnswer(303, lines, "");
    }

    /** A customer who has logged in and seen the first page. */
    private static Script loggedIn(String page) {
        Script script = script(only(page));
        assertThat(script.next().what()).isEqualTo("POST /trade/login");
        assertThat(script.look(redirect("home", "Set-Cookie: JSESSIONID=A.n1"))).isNull();
        assertThat(script.next().what()).isEqualTo("GET /trade/home");
        assertThat(script.look(new CannedAnswer(200, List.of(), HOME_OF_THE_FIRST)))
                .isNull();
        return script;
    }

    @Test
    void aPageThatLeadsACustomerToTheLoginThrowsOutAndTheNextRequestLogsIn() {
        Script script = loggedIn("home");

        script.next();
        assertThat(script.look(redirect("login"))).isEqualTo(FailureKind.THROWN_OUT);
        assertThat(script.hasLostSession()).isTrue();
        script.failed();

        assertThat(script.next().what()).isEqualTo("POST /trade/login");
    }

    @Test
    void aFormThatLeadsToTheLoginThrowsOutAndTheNextRequestLogsIn() {
        Script script = loggedIn("buy");

        assertThat(script.next().what()).isEqualTo("POST /trade/buy");
        assertThat(script.look(redirect("/trade/login"))).isEqualTo(FailureKind.THROWN_OUT);
        script.failed();

        assertThat(script.next().what()).isEqualTo("POST /trade/login");
    }

    @Test
    void loggingOutThrowsNobodyOutAndEndsTheSession() {
        Script script = loggedIn("logout");

        assertThat(script.next().what()).isEqualTo("POST /trade/logout");
        assertThat(script.look(redirect("login", "Set-Cookie: JSESSIONID=; Max-Age=0")))
                .isNull();
        assertThat(script.hasLostSession()).isFalse();
        assertThat(script.hasLoggedOut()).isTrue();

        script.next();
        script.look(new CannedAnswer(200, List.of(), "<body data-user=\"\"> <!-- node: a -->"));
        assertThat(script.next().what()).isEqualTo("POST /trade/login");
        script.look(redirect("home"));
        assertThat(script.hasLoggedOut()).isFalse();
    }

    @Test
    void aNewSessionCookieIsALossExceptWhenLoggingIn() {
        Script script = loggedIn("home");

        script.next();
        script.look(new CannedAnswer(200, List.of("Set-Cookie: JSESSIONID=B.n2"), HOME_OF_THE_FIRST));
        assertThat(script.hasLostSession()).isTrue();

        PageMix shop = new PageMix("shop", List.of(new MixState("in", "POST /in", List.of(1.0), true)), 0);
        Script custom = script(shop);
        custom.next();
        custom.look(CannedAnswer.page("Set-Cookie: JSESSIONID=A.n1"));
        custom.next();
        custom.look(CannedAnswer.page("Set-Cookie: JSESSIONID=B.n1"));
        assertThat(custom.hasLostSession()).isFalse();
    }

    @Test
    void theSignOfAMixIsARedirectOrAText() {
        List<MixState> states = List.of(
                new MixState("cart", "GET /cart", List.of(0.0, 1.0)),
                new MixState("login", "GET /login", List.of(1.0, 0.0), true));
        Script script = script(new PageMix("shop", states, 0, new ThrownOut("/login", "Please log in")));

        script.next();
        assertThat(script.look(CannedAnswer.page())).isNull();
        script.next();
        assertThat(script.look(new CannedAnswer(200, List.of(), "Please log in")))
                .as("the login page itself")
                .isNull();
        script.next();
        assertThat(script.look(redirect("https://shop/login?next=cart"))).isEqualTo(FailureKind.THROWN_OUT);
        script.next();
        script.look(CannedAnswer.page());
        script.next();
        assertThat(script.look(new CannedAnswer(200, List.of(), "<p>Please log in</p>")))
                .isEqualTo(FailureKind.THROWN_OUT);
        script.next();
        script.look(CannedAnswer.page());
        script.next();
        assertThat(script.look(redirect("/cart/paid"))).isNull();
    }
}
