// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.page;

import io.evenkeel.examples.trade.market.Market;
import io.evenkeel.examples.trade.web.SignOn;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;

/** The front page of a customer: the account's balance, the quotes seen lately and the shares that are traded most. */
public final class HomeServlet extends MemberServlet {

    private static final long serialVersionUID = 1L;

    @Override
    void show(HttpServletRequest request, HttpServletResponse response, Market market, String user)
            throws ServletException, IOException, SQLException {
        page(
                request,
                response,
                200,
                "home",
                Map.of(
                        "account", market.accounts().find(user),
                        "seen", SignOn.seen(request, user),
                        "busiest", market.quotes().busiest(10)));
    }
}
