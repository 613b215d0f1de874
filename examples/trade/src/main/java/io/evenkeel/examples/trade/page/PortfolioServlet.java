// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.page;

import io.evenkeel.examples.trade.market.Market;
import io.evenkeel.examples.trade.market.Order;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** A customer's holdings, and the result of the last order. */
public final class PortfolioServlet extends MemberServlet {

    private static final long serialVersionUID = 1L;

    @Override
    void show(HttpServletRequest request, HttpServletResponse response, Market market, String user)
            throws ServletException, IOException, SQLException {
        List<Order> done = request.getParameter("order") == null
                ? List.of()
                : market.orders().recent(user, 10).stream()
                        .filter(order -> Long.toString(order.id()).equals(request.getParameter("order")))
                        .toList();
        page(
                request,
                response,
                200,
                "portfolio",
                Map.of("holdings", market.orders().holdings(user), "done", done));
    }
}
