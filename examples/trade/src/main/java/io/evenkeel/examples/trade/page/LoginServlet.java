// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.page;

import io.evenkeel.examples.trade.market.Market;
import io.evenkeel.examples.trade.market.RejectedException;
import io.evenkeel.examples.trade.web.SignOn;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Map;

/** Logging in: the form, and the request that it sends. */
public final class LoginServlet extends TradeServlet {

    private static final long serialVersionUID = 1L;

    @Override
    void serve(HttpServletRequest request, HttpServletResponse response, Market market)
            throws ServletException, IOException, SQLException {
        if (isGet(request)) {
            page(request, response, 200, "login", Map.of("name", "", "message", ""));
        } else if (isPost(request)) {
            String name = field(request, "name").strip();
            try {
                market.accounts().login(name, field(request, "password"));
            } catch (RejectedException e) {
                page(
                        request,
                        response,
                        status(e),
                        "login",
                        Map.of("name", name, "message", String.valueOf(e.getMessage())));
                return;
            }
            SignOn.begin(request, response, name, market);
            seeOther(response, "home");
        } else {
            refuseMethod(request, response, "GET, HEAD, POST");
        }
    }
}
