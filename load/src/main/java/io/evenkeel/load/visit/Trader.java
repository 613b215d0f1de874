// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.visit;

import io.evenkeel.load.FailureKind;
import io.evenkeel.load.TradeOperation;
import io.evenkeel.load.net.ServerAnswer;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One visitor of the sample application, who looks at every answer as a person would: is it my page?
 *
 * <p>For one thread.
 */
final class Trader {

    private static final int SEEDED_ACCOUNTS = 200;
    private static final int SEEDED_QUOTES = 100;
    private static final Pattern HOLDING = Pattern.compile("name=\"holding\" value=\"(\\d+)\"");

    private final URI root;
    private final RandomGenerator random;
    private final String own;
    private final String newNames;
    private final Deque<VisitStep> steps = new ArrayDeque<>();
    private int registered;
    private @Nullable String user;
    private boolean hasLoggedOut;
    private List<String> holdings = List.of();

    /**
     * A visitor who is not logged in.
     *
     * @param number of this visitor, from 0
     * @param run a word that no other load on the same database uses
     */
    Trader(URI root, int number, String run, RandomGenerator random) {
        this.root = root;
        this.random = random;
        this.own = "uid:" + number % SEEDED_ACCOUNTS;
        this.newNames = "visitor-" + run + "-" + number + "-";
    }

    boolean isLoggedIn() {
        return user != null;
    }

    /** True from logging out to logging in again. */
    boolean hasLoggedOut() {
        return hasLoggedOut;
    }

    /** The next step of the operation under way; null when there is none. */
    @Nullable
    VisitStep poll() {
        return steps.poll();
    }

    boolean isMidway() {
        return !steps.isEmpty();
    }

    /** Drops the rest of the operation. */
    void giveUp() {
        steps.clear();
    }

    void forget() {
        steps.clear();
        user = null;
        hasLoggedOut = false;
        holdings = List.of();
    }

    VisitStep login() {
        return VisitStep.post("login", Map.of("name", own, "password", "xxx"), Trader::leads, answer -> begin(own))
                .thatLogsIn();
    }

    /** The first step of an operation; the others follow by {@link #poll}. Only for a visitor who is logged in. */
    VisitStep first(TradeOperation operation) {
        String name = user == null ? own : user;
        return switch (operation) {
            case HOME -> page("home", name);
            case QUOTE -> page("quotes?symbols=" + symbols(), name);
            case ACCOUNT -> page("account", name);
            case PORTFOLIO -> portfolio("portfolio", name);
            case LOGOUT ->
                VisitStep.post("logout", Map.of(), Trader::leads, answer -> {
                    user = null;
                    hasLoggedOut = true;
                    steps.add(VisitStep.get("login", page -> fault(page, ""), page -> {}));
                });
            case REGISTER -> register();
            case BUY -> buy(name);
            case SELL -> sell(name);
            case UPDATE_PROFILE -> updateProfile(name);
        };
    }

    private VisitStep register() {
        String name = newNames + registered++;
        Map<String, String> form =
                Map.of("name", name, "password", "secret", "fullName", "A visitor", "email", "visitor@example.org");
        return VisitStep.post("register", form, Trader::leads, answer -> begin(name))
                .thatLogsIn();
    }

    private void begin(String name) {
        user = name;
        hasLoggedOut = false;
        holdings = List.of();
        steps.add(page("home", name));
    }

    private VisitStep buy(String name) {
        return trade("buy", Map.of("symbol", symbol(), "quantity", Integer.toString(1 + random.nextInt(5))), name);
    }

    private VisitStep sell(String name) {
        if (!holdings.isEmpty()) {
            return sellOne(name);
        }
        VisitStep look = portfolio("portfolio", name);
        return VisitStep.get(look.target(), look.check(), page -> {
            look.then().accept(page);
            steps.add(holdings.isEmpty() ? buy(name) : sellOne(name));
        });
    }

    private VisitStep sellOne(String name) {
        String holding = holdings.get(random.nextInt(holdings.size()));
        holdings = List.of();
        return trade("sell", Map.of("holding", holding), name);
    }

    /**
     * The market may say no, with 409: the money is short, or the holding was sold. That is an answer, not a failure.
     */
    private VisitStep trade(String target, Map<String, String> form, String name) {
        return VisitStep.post(target, form, answer -> answer.status() == 409 ? null : leadsOn(answer), answer -> {
            String next = answer.field("Location");
            if (next != null) {
                steps.add(portfolio(below(next), name));
            }
        });
    }

    private VisitStep updateProfile(String name) {
        Map<String, String> form = Map.of("fullName", "Visitor " + random.nextInt(1000), "email", "new@example.org");
        return VisitStep.post("account", form, Trader::leadsOn, answer -> {
            String next = answer.field("Location");
            if (next != null) {
                steps.add(page(below(next), name));
            }
        });
    }

    /** A redirection's target below the root. */
    private String below(String location) {
        String path = location.replaceFirst("^https?://[^/]*", "");
        String start = root.getRawPath() + "/";
        return path.startsWith(start) ? path.substring(start.length()) : path;
    }

    private VisitStep portfolio(String target, String name) {
        return VisitStep.get(target, answer -> fault(answer, name), page -> {
            Matcher found = HOLDING.matcher(page.body());
            List<String> ids = new ArrayList<>();
            while (found.find()) {
                ids.add(found.group(1));
            }
            holdings = ids;
        });
    }

    private static VisitStep page(String target, String name) {
        return VisitStep.get(target, answer -> fault(answer, name), page -> {});
    }

    private static @Nullable FailureKind fault(ServerAnswer answer, String name) {
        if (answer.status() != 200) {
            return leadsToLogin(answer) ? FailureKind.THROWN_OUT : FailureKind.WRONG_STATUS;
        }
        String body = answer.body();
        boolean mine = body.contains("<body data-user=\"" + name + "\">")
                && body.stripTrailing().endsWith("-->");
        return mine ? null : FailureKind.WRONG_PAGE;
    }

    private static @Nullable FailureKind leads(ServerAnswer answer) {
        return answer.status() == 303 && answer.field("Location") != null ? null : FailureKind.WRONG_STATUS;
    }

    /** The fault of an answer to a form that only customers who are logged in may send. */
    private static @Nullable FailureKind leadsOn(ServerAnswer answer) {
        return leadsToLogin(answer) ? FailureKind.THROWN_OUT : leads(answer);
    }

    private static boolean leadsToLogin(ServerAnswer answer) {
        String location = answer.field("Location");
        return answer.status() == 303 && location != null && location.matches("(.*/)?login");
    }

    private String symbols() {
        return IntStream.rangeClosed(0, random.nextInt(5))
                .mapToObj(i -> symbol())
                .collect(Collectors.joining(","));
    }

    private String symbol() {
        return "s:" + random.nextInt(SEEDED_QUOTES);
    }
}
