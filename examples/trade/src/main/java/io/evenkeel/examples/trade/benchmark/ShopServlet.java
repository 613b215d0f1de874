// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.benchmark;

import io.evenkeel.examples.trade.market.Market;
import io.evenkeel.examples.trade.web.Trade;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;

/**
 * The dynamic pages of SPECweb2005's shop, {@code /shop/PAGE?octets=N}: a session that holds what the customer has
 * chosen, one question to the database in the place of SPEC's simulated one, and the page's octets.
 */
public final class ShopServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private static final String STEPS = "shop.steps";
    private static final List<String> PAGES = List.of(
            "index",
            "search",
            "browse",
            "product-line",
            "product",
            "customize-1",
            "customize-2",
            "customize-3",
            "cart",
            "login",
            "shipping",
            "billing",
            "confirm");

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String info = request.getPathInfo();
        String page = info == null ? "" : info.substring(1);
        int octets = Octets.asked(request);
        if (!PAGES.contains(page)) {
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
            return;
        }
        if (octets < 0) {
            Octets.refuse(response);
            return;
        }
        HttpSession session = request.getSession();
        Object before = session.getAttribute(STEPS);
        int steps = before instanceof Integer number ? number + 1 : 1;
        session.setAttribute(STEPS, steps);
        Market market = Trade.market(getServletContext());
        if (market == null) {
            response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
            return;
        }
        int found;
        try {
            found = market.quotes().find(List.of("s:" + PAGES.indexOf(page))).size();
        } catch (SQLException e) {
            getServletContext().log("trade: the database does not do its part", e);
            response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
            return;
        }
        byte[] head = ("<!doctype html><title>" + page + "</title><p>step " + steps + ", " + found + " found<p>")
                .getBytes(StandardCharsets.UTF_8);
        response.setContentType("text/html; charset=UTF-8");
        response.setHeader("Cache-Control", "no-store");
        response.setContentLength(head.length + octets);
        OutputStream out = response.getOutputStream();
        out.write(head);
        Octets.write(out, octets);
    }
}
