// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.workerless;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * The pages of the application: {@code /page?ms=} keeps a worker that long, {@code /poll?ms=} gives its worker back and
 * is answered after that time, {@code /health} does nothing. It stands in its WAR with {@link EchoSocket} alone, so it
 * uses nothing but the servlet API.
 */
public final class PagesServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;
    private static final long LONGEST_POLL_MS = 60_000;
    private static final ScheduledExecutorService CLOCK = Executors.newSingleThreadScheduledExecutor();

    @Override
    public void destroy() {
        CLOCK.shutdownNow();
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setHeader("X-Node", System.getProperty("evenkeel.node"));
        response.setContentType("text/plain");
        String path = request.getPathInfo();
        if ("/poll".equals(path)) {
            AsyncContext poll = request.startAsync();
            poll.setTimeout(LONGEST_POLL_MS);
            CLOCK.schedule(() -> answer(poll), ms(request), TimeUnit.MILLISECONDS);
            return;
        }
        if ("/page".equals(path)) {
            work(ms(request));
        }
        response.getWriter().println("ok");
    }

    private static long ms(HttpServletRequest request) {
        return Long.parseLong(request.getParameter("ms"));
    }

    private static void work(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void answer(AsyncContext poll) {
        try {
            poll.getResponse().getWriter().println("news");
        } catch (IOException e) {
            throw new IllegalStateException("the client of a long poll has gone", e);
        } finally {
            poll.complete();
        }
    }
}
