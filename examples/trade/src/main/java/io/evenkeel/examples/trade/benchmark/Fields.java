// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.benchmark;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Numbers in the fields of a request, and the answer to a bad one. */
final class Fields {

    private Fields() {}

    /** A number within bounds; -1 when the request has none. */
    static int number(HttpServletRequest request, String name, int least, int most) {
        String text = request.getParameter(name);
        if (text == null || text.length() > 9 || !text.chars().allMatch(c -> c >= '0' && c <= '9') || text.isEmpty()) {
            return -1;
        }
        int number = Integer.parseInt(text);
        return number < least || number > most ? -1 : number;
    }

    /** Answers 400 with a reason. */
    static void refuse(HttpServletResponse response, String reason) throws IOException {
        byte[] text = (reason + "\n").getBytes(StandardCharsets.UTF_8);
        response.setStatus(HttpServletResponse.SC_BAD_REQUEST);
        response.setContentType("text/plain; charset=UTF-8");
        response.setContentLength(text.length);
        response.getOutputStream().write(text);
    }
}
