// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.benchmark;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/**
 * Files that never change, {@code /files/NAME?octets=N}: the static files of SURGE and the pictures of SPECweb2005. A
 * browser that has one and asks whether it has changed gets 304. No file is read: the paper's files were cached, too.
 */
public final class FilesServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    @Override
    protected long getLastModified(HttpServletRequest request) {
        return 0;
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        int octets = Octets.asked(request);
        if (octets < 0) {
            Octets.refuse(response);
            return;
        }
        response.setContentType("application/octet-stream");
        response.setContentLength(octets);
        Octets.write(response.getOutputStream(), octets);
    }
}
