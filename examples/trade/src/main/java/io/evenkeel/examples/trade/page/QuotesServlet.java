// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.page;

import io.evenkeel.examples.trade.market.Market;
import io.evenkeel.examples.trade.market.Quote;
import io.evenkeel.examples.trade.web.SignOn;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Prices: {@code ?symbols=} with up to fifty symbols between commas. */
public final class QuotesServlet extends MemberServlet {

    private static final long serialVersionUID = 1L;

    private static final int MOST_SYMBOLS = 50;

    @Override
    void show(HttpServletRequest request, HttpServletResponse response, Market market, String user)
            throws ServletException, IOException, SQLException {
        String asked = field(request, "symbols").strip();
        List<String> symbols = Arrays.stream(asked.split("[,\\s]+"))
                .filter(symbol -> !symbol.isEmpty())
                .limit(MOST_SYMBOLS)
                .toList();
        List<Quote> quotes = market.quotes().find(symbols);
        SignOn.saw(request, user, quotes.stream().map(Quote::symbol).toList());
        int status = quotes.isEmpty() && !symbols.isEmpty() ? 404 : 200;
        page(request, response, status, "quotes", Map.of("asked", asked, "quotes", quotes, "none", status == 404));
    }
}
