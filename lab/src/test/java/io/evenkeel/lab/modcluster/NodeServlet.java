// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.modcluster;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * The whole of a small application: makes a session, counts its requests in it, and says the node's name. It stands
 * alone in its WAR, so it uses nothing but the servlet API.
 */
public final class NodeServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Object count = request.getSession().getAttribute("count");
        int next = count == null ? 1 : (Integer) count + 1;
        request.getSession().setAttribute("count", next);
        pause(request.getParameter("ms"));
        response.setHeader("X-Node", System.getProperty("evenkeel.node"));
        response.setContentType("text/plain");
        response.getWriter().println(next);
    }

    private static void pause(String ms) {
        if (ms != null) {
            try {
                Thread.sleep(Long.parseLong(ms));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
