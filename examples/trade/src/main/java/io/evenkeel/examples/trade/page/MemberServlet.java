// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.page;

import io.evenkeel.examples.trade.market.Market;
import io.evenkeel.examples.trade.market.RejectedException;
import io.evenkeel.examples.trade.market.RejectedException.Reason;
import io.evenkeel.examples.trade.web.SignOn;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.SQLException;
import java.util.Optional;

/** A page for customers who are logged in; others are sent to the login page. GET shows, POST changes. */
abstract class MemberServlet extends TradeServlet {

    private static final long serialVersionUID = 1L;

    @Override
    final void serve(HttpServletRequest request, HttpServletResponse response, Market market)
            throws ServletException, IOException, SQLException {
        Optional<String> user = SignOn.user(request, market);
        if (user.isEmpty()) {
            refer(request, response, market);
        } else if (isPost(request)) {
            change(request, response, market, user.get());
        } else if (isGet(request)) {
            show(request, response, market, user.get());
        } else {
            refuseMethod(request, response, "GET, HEAD, POST");
        }
    }

    /** Answers somebody who is not logged in; by default with the way to the login page. */
    void refer(HttpServletRequest request, HttpServletResponse response, Market market)
            throws ServletException, IOException, SQLException {
        seeOther(response, "login");
    }

    /** Shows the page; by default there is none. */
    void show(HttpServletRequest request, HttpServletResponse response, Market market, String user)
            throws ServletException, IOException, SQLException {
        refuseMethod(request, response, "POST");
    }

    /** Changes something; by default there is nothing to change. */
    void change(HttpServletRequest request, HttpServletResponse response, Market market, String user)
            throws ServletException, IOException, SQLException {
        refuseMethod(request, response, "GET, HEAD");
    }

    /**
     * A form field that is a whole number.
     *
     * @throws RejectedException when it is not
     */
    static long number(HttpServletRequest request, String name) {
        String text = field(request, name).strip();
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new RejectedException(Reason.BAD_INPUT, "'" + text + "' is not a whole number.");
        }
    }
}
