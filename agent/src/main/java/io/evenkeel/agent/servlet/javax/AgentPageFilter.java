// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.servlet.javax;

import io.evenkeel.agent.servlet.WebAgent;
import java.io.IOException;
import javax.servlet.Filter;
import javax.servlet.FilterChain;
import javax.servlet.ServletException;
import javax.servlet.ServletRequest;
import javax.servlet.ServletResponse;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

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
