// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.trial.jakarta;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** An application that does what its path says. */
@WebServlet(urlPatterns = "/trial/*", asyncSupported = true)
public final class TrialServlet extends HttpServlet {

    private static final long serialVersionUID = 1;
    private static final Semaphore RELEASED = new Semaphore(0);
    private static final Queue<AsyncContext> WAITING = new ConcurrentLinkedQueue<>();

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        String deed = String.valueOf(request.getPathInfo());
        switch (deed) {
            case "/answer":
                response.getWriter().print("well");
                break;
            case "/session":
                request.getSession(true);
                response.getWriter().print("well");
                break;
            case "/committed":
                response.getWriter().print("well");
                response.flushBuffer();
                break;
            case "/fail":
                response.sendError(503, "on purpose");
                break;
            case "/throw":
                throw new ServletException("on purpose");
            case "/forward":
                request.getRequestDispatcher("/trial/answer").forward(request, response);
                break;
            case "/hold":
                hold();
                response.getWriter().print("held");
                break;
            case "/release":
                RELEASED.release(100);
                complete();
                response.getWriter().print("released");
                break;
            case "/async":
                WAITING.add(request.startAsync());
                break;
            default:
                response.sendError(404);
        }
    }

    private static void hold() throws ServletException {
        try {
            if (!RELEASED.tryAcquire(30, TimeUnit.SECONDS)) {
                throw new ServletException("nobody released it");
            }
        } catch (InterruptedException e) {
            throw new ServletException(e);
        }
    }

    private static void complete() throws IOException {
        for (AsyncContext each = WAITING.poll(); each != null; each = WAITING.poll()) {
            each.getResponse().getWriter().print("completed");
            each.complete();
        }
    }
}
