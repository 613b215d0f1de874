// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.page;

import io.evenkeel.examples.trade.market.Market;
import io.evenkeel.examples.trade.web.NodeFilter;
import io.evenkeel.examples.trade.web.Pages;
import io.evenkeel.examples.trade.web.SignOn;
import io.evenkeel.examples.trade.web.Trade;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Answers with filled templates. */
abstract class PageServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    /** Answers with a page that nobody stores. */
    final void page(
            HttpServletRequest request,
            HttpServletResponse response,
            int status,
            String template,
            Map<String, ?> values)
            throws IOException {
        response.setHeader("Cache-Control", "no-store");
        fill(request, response, status, template, values);
    }

    /** Answers with a page; the caller has said whether caches may store it. */
    final void fill(
            HttpServletRequest request,
            HttpServletResponse response,
            int status,
            String template,
            Map<String, ?> values)
            throws IOException {
        Market market = Trade.market(getServletContext());
        String user = market == null ? "" : SignOn.user(request, market).orElse("");
        Map<String, Object> model = new HashMap<>(values);
        model.put("user", user);
        model.put("isMember", !user.isEmpty());
        model.put("node", NodeFilter.nodeOf(getServletContext()));
        model.put("base", request.getContextPath());
        Pages pages = (Pages) getServletContext().getAttribute(Pages.class.getName());
        byte[] html = pages.fill(template, model).getBytes(StandardCharsets.UTF_8);
        response.setStatus(status);
        response.setContentType("text/html; charset=UTF-8");
        response.setContentLength(html.length);
        response.getOutputStream().write(html);
    }

    /** Answers with a page that says what went wrong. */
    final void problem(HttpServletRequest request, HttpServletResponse response, int status, String message)
            throws IOException {
        page(request, response, status, "problem", Map.of("status", status, "message", message));
    }
}
