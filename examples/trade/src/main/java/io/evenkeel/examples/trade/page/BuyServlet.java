// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.page;

import io.evenkeel.examples.trade.market.Market;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.SQLException;

/** Buying shares. */
public final class BuyServlet extends MemberServlet {

    private static final long serialVersionUID = 1L;

    @Override
    void change(HttpServletRequest request, HttpServletResponse response, Market market, String user)
            throws ServletException, IOException, SQLException {
        int quantity = (int) Math.max(0, Math.min(Integer.MAX_VALUE, number(request, "quantity")));
        long order = market.orders().buy(user, field(request, "symbol").strip(), quantity);
        seeOther(response, "portfolio?order=" + order);
    }
}
