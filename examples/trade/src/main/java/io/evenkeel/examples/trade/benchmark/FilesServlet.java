// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.benchmark;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InterruptedIOException;

/**
 * Files that never change, {@code /files/NAME?octets=N}: the static files of SURGE and the pictures of SPECweb2005. A
 * browser that has one and asks whether it has changed gets 304. No file is read: the paper's files were cached, too.
 *
 * <p>With {@code kind=text} a file is of words, which can be compressed as text can; with {@code disk=N} it comes after
 * N ms, 1000 at most, in which the request holds its worker, as one does that waits for a disk.
 */
public final class FilesServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private static final int LONGEST_DISK_MS = 1000;

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
        waitForDisk(Fields.number(request, "disk", 0, LONGEST_DISK_MS));
        response.setContentLength(octets);
        if ("text".equals(request.getParameter("kind"))) {
            response.setContentType("text/plain; charset=UTF-8");
            Words.write(response.getOutputStream(), String.valueOf(request.getPathInfo()), octets);
        } else {
            response.setContentType("application/octet-stream");
            Octets.write(response.getOutputStream(), octets);
        }
    }

    private static void waitForDisk(int ms) throws IOException {
        if (ms <= 0) {
            return;
        }
        try {
            Thread.sleep(ms);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the server stops");
        }
    }
}
