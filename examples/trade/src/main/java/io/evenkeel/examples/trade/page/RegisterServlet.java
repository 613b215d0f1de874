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

/** Opening an account: the form, and the request that it sends. A new customer is logged in at once. */
public final class RegisterServlet extends TradeServlet {

    private static final long serialVersionUID = 1L;

    @Override
    void serve(HttpServletRequest request, HttpServletResponse response, Market market)
            throws ServletException, IOException, SQLException {
        if (isGet(request)) {
            page(request, response, 200, "register", Map.of("name", "", "fullName", "", "email", "", "message", ""));
        } else if (isPost(request)) {
            register(request, response, market);
        } else {
            refuseMethod(request, response, "GET, HEAD, POST");
        }
    }

    private void register(HttpServletRequest request, HttpServletResponse response, Market market)
            throws IOException, SQLException {
        String name = field(request, "name").strip();
        String fullName = field(request, "fullName");
        String email = field(request, "email");
        try {
            market.accounts().register(name, field(request, "password"), fullName, email);
        } catch (RejectedException e) {
            String message = String.valueOf(e.getMessage());
            page(
                    request,
                    response,
                    status(e),
                    "register",
                    Map.of("name", name, "fullName", fullName, "email", email, "message", message));
            return;
        }
        SignOn.begin(request, response, name, market);
        seeOther(response, "home");
    }
}
