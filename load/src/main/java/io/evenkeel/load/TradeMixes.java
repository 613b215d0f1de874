// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load;

import io.evenkeel.load.PageMix.MixState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The mixes of pages of the sample application that have a name. No mix contains logging in: visitors who are not
 * logged in do it first.
 */
public final class TradeMixes {

    /** The standard mix of the DayTrader benchmark; the next operation does not depend on the last one. */
    public static final PageMix DAYTRADER = independent(
            "daytrader",
            List.of("home", "quote", "logout", "register", "account", "portfolio", "buy", "sell", "update-profile"),
            List.of(20.0, 40.0, 4.0, 2.0, 10.0, 12.0, 4.0, 4.0, 4.0));

    /** People who look: nineteen of twenty pages read. */
    public static final PageMix BROWSE = chain(
            "browse",
            List.of("home", "quote", "portfolio", "account", "buy"),
            List.of(
                    List.of(0.00, 0.70, 0.20, 0.10, 0.00),
                    List.of(0.10, 0.65, 0.15, 0.03, 0.07),
                    List.of(0.20, 0.60, 0.10, 0.10, 0.00),
                    List.of(0.40, 0.40, 0.20, 0.00, 0.00),
                    List.of(0.20, 0.50, 0.30, 0.00, 0.00)));

    /** People who trade: about a third of the operations buy or sell. */
    public static final PageMix BUY = chain(
            "buy",
            List.of("home", "quote", "portfolio", "buy", "sell"),
            List.of(
                    List.of(0.00, 0.60, 0.40, 0.00, 0.00),
                    List.of(0.00, 0.30, 0.10, 0.60, 0.00),
                    List.of(0.05, 0.40, 0.00, 0.05, 0.50),
                    List.of(0.10, 0.40, 0.50, 0.00, 0.00),
                    List.of(0.10, 0.50, 0.20, 0.10, 0.10)));

    /** All of them by name. */
    public static final Map<String, PageMix> ALL =
            Map.of(DAYTRADER.name(), DAYTRADER, BROWSE.name(), BROWSE, BUY.name(), BUY);

    private TradeMixes() {}

    private static PageMix independent(String name, List<String> pages, List<Double> shares) {
        return chain(name, pages, pages.stream().map(page -> shares).toList());
    }

    private static PageMix chain(String name, List<String> pages, List<List<Double>> shares) {
        List<MixState> states = new ArrayList<>();
        for (int i = 0; i < pages.size(); i++) {
            states.add(new MixState(pages.get(i), pages.get(i), shares.get(i)));
        }
        return new PageMix(name, states, 0);
    }
}
