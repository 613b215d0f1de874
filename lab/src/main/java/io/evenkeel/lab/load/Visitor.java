// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.load;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One visitor: logs in, does one operation after the other, and looks at every answer as a person would: is it my page?
 *
 * <p>An operation that changes something is two requests, the form and the page that the answer leads to. For one thread.
 */
final class Visitor implements AutoCloseable {

    private static final int SEEDED_ACCOUNTS = 200;
    private static final int SEEDED_QUOTES = 100;
    private static final Pattern HOLDING = Pattern.compile("name=\"holding\" value=\"(\\d+)\"");

    private final Browser browser;
    private final SplittableRandom random;
    private final String own;
    private final String newNames;
    private int registered;
    private @Nullable String user;
    private List<String> holdings = List.of();

    /**
     * A visitor who is not logged in.
     *
     * @param number of this visitor, from 0
     * @param run a word that no other load on the same database uses
     */
    Visitor(LoadPlan plan, int number, String run, LoadMeter meter) {
        this.browser = new Browser(plan, meter);
        this.random = new SplittableRandom(plan.seed() * 1_000_003L + number);
        this.own = "uid:" + number % SEEDED_ACCOUNTS;
        this.newNames = "visitor-" + run + "-" + number + "-";
    }

    /** How long to think before the next operation: exponential, cut off at ten times the mean, as in the TPC-W benchmark. */
    long thinkNs(long meanNs) {
        return (long) Math.min(10.0 * meanNs, -Math.log(1 - random.nextDouble()) * meanNs);
    }

    /** Does one operation. */
    void act() {
        String name = user;
        if (name == null) {
            login();
            return;
        }
        switch (Operation.draw(random)) {
            case HOME -> page("home", name);
            case QUOTE -> page("quotes?symbols=" + symbols(), name);
            case ACCOUNT -> page("account", name);
            case PORTFOLIO -> portfolio("portfolio", name);
            case LOGOUT -> logout();
            case REGISTER -> register();
            case BUY -> buy(name);
            case SELL -> sell(name);
            case UPDATE_PROFILE -> updateProfile(name);
        }
    }

    private void login() {
        Answer sent = browser.post("login", Map.of("name", own, "password", "xxx"), Visitor::leads);
        if (sent != null) {
            begin(own);
        }
    }

    private void register() {
        String name = newNames + registered++;
        Map<String, String> form =
                Map.of("name", name, "password", "secret", "fullName", "A visitor", "email", "visitor@example.org");
        if (browser.post("register", form, Visitor::leads) != null) {
            begin(name);
        }
    }

    private void begin(String name) {
        user = name;
        holdings = List.of();
        page("home", name);
    }

    private void logout() {
        if (browser.post("logout", Map.of(), Visitor::leads) != null) {
            user = null;
            browser.get("login", answer -> fault(answer, ""));
        }
    }

    private void buy(String name) {
        Map<String, String> form = Map.of("symbol", symbol(), "quantity", Integer.toString(1 + random.nextInt(5)));
        trade("buy", form, name);
    }

    private void sell(String name) {
        if (holdings.isEmpty()) {
            portfolio("portfolio", name);
        }
        if (user == null) {
            return; // that page failed
        }
        if (holdings.isEmpty()) {
            buy(name);
        } else {
            String holding = holdings.get(random.nextInt(holdings.size()));
            holdings = List.of();
            trade("sell", Map.of("holding", holding), name);
        }
    }

    /** The market may say no, with 409: the money is short, or the holding was sold. That is an answer and no failure. */
    private void trade(String target, Map<String, String> form, String name) {
        Answer sent = browser.post(target, form, answer -> answer.status() == 409 ? null : leads(answer));
        String next = sent == null ? null : sent.field("Location");
        if (next != null) {
            portfolio(next, name);
        }
    }

    private void updateProfile(String name) {
        Map<String, String> form = Map.of("fullName", "Visitor " + random.nextInt(1000), "email", "new@example.org");
        Answer sent = browser.post("account", form, Visitor::leads);
        String next = sent == null ? null : sent.field("Location");
        if (next != null) {
            page(next, name);
        }
    }

    private void portfolio(String target, String name) {
        Answer page = page(target, name);
        if (page != null) {
            Matcher found = HOLDING.matcher(page.body());
            List<String> ids = new ArrayList<>();
            while (found.find()) {
                ids.add(found.group(1));
            }
            holdings = ids;
        }
    }

    private @Nullable Answer page(String target, String name) {
        Answer page = browser.get(target, answer -> fault(answer, name));
        if (page == null) {
            // Whatever happened, the next thing a person would do is to log in again.
            user = null;
            browser.forgetCookies();
        }
        return page;
    }

    private static @Nullable FailureKind fault(Answer answer, String name) {
        if (answer.status() != 200) {
            return FailureKind.WRONG_STATUS;
        }
        boolean mine = answer.body().contains("<body data-user=\"" + name + "\">")
                && answer.body().stripTrailing().endsWith("-->");
        return mine ? null : FailureKind.WRONG_PAGE;
    }

    private static @Nullable FailureKind leads(Answer answer) {
        return answer.status() == 303 && answer.field("Location") != null ? null : FailureKind.WRONG_STATUS;
    }

    private String symbols() {
        return IntStream.rangeClosed(0, random.nextInt(5))
                .mapToObj(i -> symbol())
                .collect(Collectors.joining(","));
    }

    private String symbol() {
        return "s:" + random.nextInt(SEEDED_QUOTES);
    }

    @Override
    public void close() {
        browser.close();
    }
}
