// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.web;

import io.evenkeel.examples.trade.market.Market;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The customer of a request, and the things that this node remembers about the visit.
 *
 * <p>The ticket decides who it is; the session belongs to the node and keeps the quotes seen lately. A node that gets a
 * request of a session it does not have makes none, so the session where it was made stays alive.
 *
 * <p>With the setting {@code trade.login} at {@code session} there is no ticket, as in most applications: the session
 * alone decides, and a node that does not have it sends the customer to the login page.
 */
public final class SignOn {

    private static final String USER = "user";
    private static final String SEEN = "seen";
    private static final int MOST_SEEN = 5;
    private static final String LOGIN = "trade.login";
    private static final String BY_SESSION = "session";

    private SignOn() {}

    /** The customer who is logged in, if one is. */
    public static Optional<String> user(HttpServletRequest request, Market market) {
        if (isBySession(request)) {
            HttpSession session = request.getSession(false);
            return session == null ? Optional.empty() : Optional.ofNullable((String) session.getAttribute(USER));
        }
        Cookie[] cookies = request.getCookies();
        if (cookies != null) {
            for (Cookie cookie : cookies) {
                if (cookie.getName().equals(Ticket.COOKIE)) {
                    return Ticket.read(cookie.getValue(), Instant.now().getEpochSecond(), market.secret());
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isBySession(HttpServletRequest request) {
        return BY_SESSION.equals(Setting.text(request.getServletContext(), LOGIN));
    }

    /** Starts a visit: a fresh session on this node and a ticket for all. */
    public static void begin(HttpServletRequest request, HttpServletResponse response, String user, Market market) {
        forget(request);
        HttpSession session = request.getSession(true);
        session.setAttribute(USER, user);
        if (isBySession(request)) {
            return;
        }
        String ticket = Ticket.issue(user, Instant.now().getEpochSecond(), market.secret());
        response.addCookie(cookie(request, Ticket.COOKIE, ticket, (int) Ticket.VALID.toSeconds()));
    }

    /** Ends a visit, also where another node has the session. */
    public static void end(HttpServletRequest request, HttpServletResponse response) {
        forget(request);
        response.addCookie(cookie(request, Ticket.COOKIE, "", 0));
        response.addCookie(cookie(request, "JSESSIONID", "", 0));
    }

    /** Remembers quotes that the customer looked at, latest first. */
    public static void saw(HttpServletRequest request, String user, List<String> symbols) {
        HttpSession session = request.getSession(false);
        if (session != null && user.equals(session.getAttribute(USER))) {
            List<String> seen = new ArrayList<>(symbols);
            for (String earlier : seen(request, user)) {
                if (!seen.contains(earlier)) {
                    seen.add(earlier);
                }
            }
            session.setAttribute(SEEN, String.join(" ", seen.subList(0, Math.min(MOST_SEEN, seen.size()))));
        }
    }

    /** The quotes seen lately, as far as this node knows. */
    public static List<String> seen(HttpServletRequest request, String user) {
        HttpSession session = request.getSession(false);
        if (session != null
                && user.equals(session.getAttribute(USER))
                && session.getAttribute(SEEN) instanceof String seen) {
            return List.of(seen.split(" "));
        }
        return List.of();
    }

    private static void forget(HttpServletRequest request) {
        HttpSession session = request.getSession(false);
        if (session != null) {
            session.invalidate();
        }
    }

    private static Cookie cookie(HttpServletRequest request, String name, String value, int maxAgeSeconds) {
        Cookie cookie = new Cookie(name, value);
        String path = request.getContextPath();
        cookie.setPath(path.isEmpty() ? "/" : path);
        cookie.setHttpOnly(true);
        cookie.setSecure(request.isSecure());
        cookie.setMaxAge(maxAgeSeconds);
        cookie.setAttribute("SameSite", "Lax");
        return cookie;
    }
}
