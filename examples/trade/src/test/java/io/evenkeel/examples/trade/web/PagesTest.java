// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.examples.trade.market.Account;
import io.evenkeel.examples.trade.market.Holding;
import io.evenkeel.examples.trade.market.Order;
import io.evenkeel.examples.trade.market.Quote;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PagesTest {

    private static final String EVIL = "<script>alert(\"x\")</script>&'";
    private static final Quote QUOTE = new Quote("s:1", "A & B", new BigDecimal("10.50"), new BigDecimal("10.00"), 7);

    private final Pages pages = new Pages();

    @Test
    void everyValueIsEscaped() {
        Account account = new Account("uid:1", EVIL, EVIL, BigDecimal.ONE, 1, 0);
        assertThat(fill("account", Map.of("account", account, "orders", List.of(), "updated", false)))
                .doesNotContain("<script>", "alert(\"")
                .contains("&lt;script&gt;");
        assertThat(fill("problem", Map.of("status", 400, "message", EVIL))).doesNotContain("<script>");
        assertThat(fill("login", Map.of("name", EVIL, "message", EVIL))).doesNotContain("<script>", "value=\"<");
        assertThat(fill("quotes", Map.of("asked", EVIL, "quotes", List.of(), "none", true)))
                .doesNotContain("<script>");
    }

    @Test
    void everyPageTellsUserAndNode() {
        Order order = new Order(5, Order.Kind.SELL, "s:1", 3, BigDecimal.TEN, OffsetDateTime.MIN);
        Holding holding = new Holding(9, "s:1", 3, BigDecimal.TEN, BigDecimal.ONE);
        Account account = new Account("uid:1", "One", "a@b", BigDecimal.ONE, 1, 0);
        List<String> all = List.of(
                fill("home", Map.of("account", account, "seen", List.of("s:1"), "busiest", List.of(QUOTE))),
                fill("quotes", Map.of("asked", "s:1", "quotes", List.of(QUOTE), "none", false)),
                fill("portfolio", Map.of("holdings", List.of(holding), "done", List.of(order))),
                fill("account", Map.of("account", account, "orders", List.of(order), "updated", true)),
                fill("register", Map.of("name", "", "fullName", "", "email", "", "message", "")));
        assertThat(all)
                .allSatisfy(page -> assertThat(page).contains("<body data-user=\"uid:1\">", "<!-- node: n1 -->"));
        assertThat(all.get(1)).contains("A &amp; B", "10.50", "0.50");
        assertThat(all.get(2)).contains("Order 5: SELL 3 of s:1", "name=\"holding\" value=\"9\"", "-27");
    }

    @Test
    void unknownTemplateAndMissingValueAreMistakes() {
        assertThatThrownBy(() -> pages.fill("none", Map.of())).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> fill("problem", Map.of("status", 400))).hasMessageContaining("message");
    }

    private String fill(String name, Map<String, Object> values) {
        Map<String, Object> model = new HashMap<>(values);
        model.putAll(Map.of("user", "uid:1", "isMember", true, "node", "n1", "base", "/trade"));
        return pages.fill(name, model);
    }
}
