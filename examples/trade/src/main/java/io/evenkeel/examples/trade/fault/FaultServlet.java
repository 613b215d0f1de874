// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.fault;

import io.evenkeel.examples.trade.web.DataSources;
import io.evenkeel.examples.trade.web.Setting;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * Makes a fault: {@code POST /fault?kind=heap&ms=10000} or {@code kind=pool}, with the setting {@code trade.faults} in
 * the field {@code X-Fault-Key}. Without this setting there is no such page. One fault at a time.
 */
public final class FaultServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private static final long LONGEST_MS = 60_000;

    private final AtomicBoolean lasts = new AtomicBoolean();

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        if (!mayAsk(request)) {
            response.sendError(404);
            return;
        }
        Fault fault = fault(request.getParameter("kind"));
        long ms = milliseconds(request.getParameter("ms"));
        if (fault == null || ms < 1 || ms > LONGEST_MS) {
            answer(response, 400, "kind is heap or pool, ms is 1 to " + LONGEST_MS);
            return;
        }
        if (!lasts.compareAndSet(false, true)) {
            answer(response, 409, "another fault lasts");
            return;
        }
        Thread thread = new Thread(() -> last(fault, ms), "fault");
        thread.setDaemon(true);
        thread.start();
        answer(response, 202, "begun");
    }

    private void last(Fault fault, long ms) {
        try {
            fault.last(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lasts.set(false);
        }
    }

    private boolean mayAsk(HttpServletRequest request) {
        String key = Setting.text(getServletContext(), "trade.faults");
        String shown = request.getHeader("X-Fault-Key");
        return key != null
                && !key.isEmpty()
                && shown != null
                && MessageDigest.isEqual(key.getBytes(StandardCharsets.UTF_8), shown.getBytes(StandardCharsets.UTF_8));
    }

    private @Nullable Fault fault(@Nullable String kind) throws ServletException {
        if ("heap".equals(kind)) {
            return new FullHeap();
        }
        if (!"pool".equals(kind)) {
            return null;
        }
        try {
            return new EmptyPool(DataSources.find(Setting.text(getServletContext(), "trade.datasource")));
        } catch (NamingException e) {
            throw new ServletException(e);
        }
    }

    private static long milliseconds(@Nullable String text) {
        return text != null && text.matches("[0-9]{1,6}") ? Long.parseLong(text) : 0;
    }

    private static void answer(HttpServletResponse response, int status, String words) throws IOException {
        response.setStatus(status);
        response.setContentType("text/plain; charset=UTF-8");
        response.getOutputStream().write((words + "\n").getBytes(StandardCharsets.UTF_8));
    }
}
