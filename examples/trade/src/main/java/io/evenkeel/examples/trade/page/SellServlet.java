// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.page;

import io.evenkeel.examples.trade.market.Market;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.SQLException;

/** Selling a holding. */
public final class SellServlet extends MemberServlet {

    private static final long serialVersionUID = 1L;

    @Override
    void change(HttpServletRequest request, HttpServletResponse response, Market market, String user)
            throws ServletException, IOException, SQLException {
        long order = market.orders().sell(user, number(request, "holding"));
        seeOther(response, "portfolio?order=" + order);
    }
}
