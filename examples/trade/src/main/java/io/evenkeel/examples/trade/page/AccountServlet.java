// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.page;

import io.evenkeel.examples.trade.market.Market;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;

/** The account: its profile, which can be changed, and the last orders. */
public final class AccountServlet extends MemberServlet {

    private static final long serialVersionUID = 1L;

    @Override
    void show(HttpServletRequest request, HttpServletResponse response, Market market, String user)
            throws ServletException, IOException, SQLException {
        page(
                request,
                response,
                200,
                "account",
                Map.of(
                        "account", market.accounts().find(user),
                        "orders", market.orders().recent(user, 10),
                        "updated", request.getParameter("updated") != null));
    }

    @Override
    void change(HttpServletRequest request, HttpServletResponse response, Market market, String user)
            throws ServletException, IOException, SQLException {
        market.accounts().updateProfile(user, field(request, "fullName"), field(request, "email"));
        seeOther(response, "account?updated=1");
    }
}
