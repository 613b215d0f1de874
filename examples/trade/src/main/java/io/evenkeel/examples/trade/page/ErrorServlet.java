// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.page;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** The page for requests that the server itself refuses, such as those for an address that does not exist. */
public final class ErrorServlet extends PageServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        int status = request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer code ? code : 404;
        String message;
        if (status == 404) {
            message = "There is no such page.";
        } else {
            message = status < 500 ? "The request makes no sense here." : "Something went wrong here.";
        }
        problem(request, response, status, message);
    }
}
