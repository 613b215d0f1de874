// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.servlet.jakarta;

import io.evenkeel.agent.servlet.WebAgent;
import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Shows the page: a filter and not a servlet, so that neither other filters nor the count of requests come before it.
 */
final class AgentPageFilter implements Filter {

    private final WebAgent<HttpServletRequest, HttpServletResponse> agent;

    AgentPageFilter(WebAgent<HttpServletRequest, HttpServletResponse> agent) {
        this.agent = agent;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        if (request instanceof HttpServletRequest && response instanceof HttpServletResponse) {
            agent.page().answer((HttpServletRequest) request, (HttpServletResponse) response);
        } else {
            chain.doFilter(request, response);
        }
    }
}
