// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;

/**
 * The whole of a small application: {@code /slow?ms=} borrows a JDBC connection, keeps it that long and gives it back,
 * {@code /session} makes a session, {@code /health} does nothing. It stands alone in its WAR, so it uses nothing but
 * the servlet API.
 */
public final class SlowServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;
    private static final String[] NAMES = {"java:comp/env/jdbc/trade", "java:jboss/datasources/trade", "jdbc/trade"};

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws IOException, ServletException {
        response.setHeader("X-Node", System.getProperty("evenkeel.node"));
        String path = request.getPathInfo();
        if ("/session".equals(path)) {
            request.getSession();
        } else if ("/slow".equals(path)) {
            holdConnection(Long.parseLong(request.getParameter("ms")));
        }
        response.setContentType("text/plain");
        response.getWriter().println("ok");
    }

    private static void holdConnection(long ms) throws ServletException {
        try (Connection connection = pool().getConnection()) {
            connection.isValid(1);
            Thread.sleep(ms);
        } catch (SQLException e) {
            throw new ServletException("no connection", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @SuppressWarnings("BanJNDI") // the names are ours
    private static DataSource pool() throws ServletException {
        NamingException last = new NamingException();
        for (String name : NAMES) {
            try {
                return (DataSource) new InitialContext().lookup(name);
            } catch (NamingException notThere) {
                last = notThere;
            }
        }
        throw new ServletException("no data source", last);
    }
}
