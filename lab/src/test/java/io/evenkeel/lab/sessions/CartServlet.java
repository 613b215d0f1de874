// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.sessions;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.util.TreeSet;

/**
 * The whole of a small shop: {@code /cart?add=7} puts the article with this number into the cart in the session and
 * answers with the number of articles in it; {@code /health} does nothing. An article that is there already is not
 * added again, so a request may be repeated. It stands alone in its WAR, so it uses nothing but the servlet API.
 */
public final class CartServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;
    private static final String CART = "cart";

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setHeader("X-Node", System.getProperty("evenkeel.node"));
        response.setContentType("text/plain");
        if ("/cart".equals(request.getPathInfo())) {
            response.getWriter().print(add(request.getSession(), Integer.parseInt(request.getParameter("add"))));
        }
    }

    private static int add(HttpSession session, int article) {
        TreeSet<Integer> cart = new TreeSet<>();
        if (session.getAttribute(CART) instanceof TreeSet<?> before) {
            before.forEach(each -> cart.add((Integer) each));
        }
        cart.add(article);
        session.setAttribute(CART, cart);
        return cart.size();
    }
}
