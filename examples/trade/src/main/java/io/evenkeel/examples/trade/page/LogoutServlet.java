// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.page;

import io.evenkeel.examples.trade.market.Market;
import io.evenkeel.examples.trade.web.SignOn;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.SQLException;

/** Logging out. */
public final class LogoutServlet extends MemberServlet {

    private static final long serialVersionUID = 1L;

    @Override
    void change(HttpServletRequest request, HttpServletResponse response, Market market, String user)
            throws ServletException, IOException, SQLException {
        market.accounts().logout(user);
        SignOn.end(request, response);
        seeOther(response, "login");
    }
}
