// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.servlet.javax;

import io.evenkeel.agent.servlet.RequestWatch;
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
 * The filter around every request that a client has sent; forwards, includes and error pages belong to the request they
 * come from.
 *
 * <p>Sees a request from the moment a worker takes it until the application is done. A request that goes on
 * asynchronously ends when that completes. An exception of the application goes on unchanged.
 */
final class AgentFilter implements Filter {

    private final WebAgent<HttpServletRequest, HttpServletResponse> agent;

    AgentFilter(WebAgent<HttpServletRequest, HttpServletResponse> agent) {
        this.agent = agent;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        RequestWatch<HttpServletRequest, HttpServletResponse> watch = agent.watch();
        if (watch == null || !(request instanceof HttpServletRequest) || !(response instanceof HttpServletResponse)) {
            chain.doFilter(request, response);
            return;
        }
        HttpServletResponse answer = (HttpServletResponse) response;
        int client = watch.client((HttpServletRequest) request);
        long transaction = watch.begin(client, answer);
        long processorMark = watch.processorMark(transaction);
        boolean thrown = true;
        try {
            chain.doFilter(request, response);
            thrown = false;
        } finally {
            watch.worked(processorMark);
            if (!RequestEnd.awaits(watch, transaction, client, request, answer)) {
                watch.end(transaction, client, answer, thrown);
            }
        }
    }
}
