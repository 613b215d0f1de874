// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.page;

import io.evenkeel.examples.trade.market.Market;
import io.evenkeel.examples.trade.market.Quote;
import io.evenkeel.examples.trade.web.Setting;
import io.evenkeel.examples.trade.web.SignOn;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Prices: {@code ?symbols=} with up to fifty symbols between commas. With the setting {@code trade.public} people who
 * are not logged in see them, too, and caches may store their page for that many seconds.
 */
public final class QuotesServlet extends MemberServlet {

    private static final long serialVersionUID = 1L;

    private static final int MOST_SYMBOLS = 50;

    @Override
    void show(HttpServletRequest request, HttpServletResponse response, Market market, String user)
            throws ServletException, IOException, SQLException {
        List<String> symbols = symbols(request);
        List<Quote> quotes = market.quotes().find(symbols);
        SignOn.saw(request, user, quotes.stream().map(Quote::symbol).toList());
        boolean none = quotes.isEmpty() && !symbols.isEmpty();
        page(request, response, none ? 404 : 200, "quotes", values(request, quotes, none));
    }

    @Override
    void refer(HttpServletRequest request, HttpServletResponse response, Market market)
            throws ServletException, IOException, SQLException {
        int seconds = Setting.number(getServletContext(), "trade.public", 0);
        List<Quote> quotes = seconds > 0 && isGet(request) ? market.quotes().find(symbols(request)) : List.of();
        if (quotes.isEmpty()) {
            super.refer(request, response, market);
            return;
        }
        response.setHeader("Cache-Control", "public, max-age=" + seconds);
        response.setHeader("Vary", "Cookie");
        fill(request, response, 200, "quotes", values(request, quotes, false));
    }

    private static List<String> symbols(HttpServletRequest request) {
        return Arrays.stream(asked(request).split("[,\\s]+"))
                .filter(symbol -> !symbol.isEmpty())
                .limit(MOST_SYMBOLS)
                .toList();
    }

    private static String asked(HttpServletRequest request) {
        return field(request, "symbols").strip();
    }

    private static Map<String, Object> values(HttpServletRequest request, List<Quote> quotes, boolean none) {
        return Map.of("asked", asked(request), "quotes", quotes, "none", none);
    }
}
