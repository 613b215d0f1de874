// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.page;

import io.evenkeel.examples.trade.market.Market;
import io.evenkeel.examples.trade.market.RejectedException;
import io.evenkeel.examples.trade.web.Trade;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.SQLException;

/**
 * The common part of all pages over the market: finding it, and the answers to errors.
 *
 * <p>A change answers 303 with a relative reference, so that reloading a page changes nothing again and any proxy in
 * front may have any name, port or scheme.
 */
abstract class TradeServlet extends PageServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        Market market = Trade.market(getServletContext());
        if (market == null) {
            response.setHeader("Retry-After", "2");
            problem(request, response, 503, "The market is not open yet.");
            return;
        }
        try {
            serve(request, response, market);
        } catch (RejectedException e) {
            problem(request, response, status(e), String.valueOf(e.getMessage()));
        } catch (SQLException e) {
            getServletContext().log("trade: the database does not do its part", e);
            response.setHeader("Retry-After", "2");
            problem(request, response, 503, "The database does not answer.");
        }
    }

    /** Answers one request. */
    abstract void serve(HttpServletRequest request, HttpServletResponse response, Market market)
            throws ServletException, IOException, SQLException;

    /** Sends the browser on with a GET; the target is relative to the application's root. */
    static void seeOther(HttpServletResponse response, String target) {
        response.setStatus(HttpServletResponse.SC_SEE_OTHER);
        response.setHeader("Location", target);
        response.setHeader("Cache-Control", "no-store");
        response.setContentLength(0);
    }

    static boolean isPost(HttpServletRequest request) {
        return request.getMethod().equals("POST");
    }

    /** True when a request only reads; anything else than this and POST is answered 405. */
    static boolean isGet(HttpServletRequest request) {
        return request.getMethod().equals("GET") || request.getMethod().equals("HEAD");
    }

    final void refuseMethod(HttpServletRequest request, HttpServletResponse response, String allowed)
            throws IOException {
        response.setHeader("Allow", allowed);
        problem(request, response, 405, "This page does not do " + request.getMethod() + ".");
    }

    /** A form field, empty when it was not sent. */
    static String field(HttpServletRequest request, String name) {
        String value = request.getParameter(name);
        return value == null ? "" : value;
    }

    static int status(RejectedException e) {
        return switch (e.reason()) {
            case BAD_INPUT -> 400;
            case WRONG_LOGIN -> 403;
            case UNKNOWN -> 404;
            case CONFLICT -> 409;
        };
    }
}
