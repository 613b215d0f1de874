// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.page;

import io.evenkeel.examples.trade.web.Trade;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import javax.naming.NamingException;

/** Tells the health of this node: 200 when the database answered, 503 with the reason when it did not. */
public final class HealthServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        String body = "ok\n";
        try {
            Trade.openMarket(getServletContext()).ping();
        } catch (NamingException | SQLException e) {
            getServletContext().log("trade: unhealthy", e);
            response.setStatus(503);
            body = "no database\n";
        }
        response.setContentType("text/plain; charset=UTF-8");
        response.setHeader("Cache-Control", "no-store");
        response.getOutputStream().write(body.getBytes(StandardCharsets.UTF_8));
    }
}
