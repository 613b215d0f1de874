// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.web;

import jakarta.servlet.FilterChain;
import jakarta.servlet.FilterConfig;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Puts the node's name on every answer as {@code X-Node}, with the fields that keep browsers safe. */
public final class NodeFilter extends HttpFilter {

    private static final long serialVersionUID = 1L;

    private String node = "";

    /** The name of this node: the setting {@code evenkeel.node}, or {@code unnamed}. */
    public static String nodeOf(ServletContext context) {
        String name = Setting.text(context, "evenkeel.node");
        return name == null ? "unnamed" : name;
    }

    @Override
    public void init(FilterConfig config) throws ServletException {
        super.init(config);
        node = nodeOf(config.getServletContext());
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        request.setCharacterEncoding("UTF-8");
        response.setHeader("X-Node", node);
        response.setHeader("X-Content-Type-Options", "nosniff");
        response.setHeader(
                "Content-Security-Policy",
                "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'");
        chain.doFilter(request, response);
    }
}
