// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server.light;

/**
 * A request as a light server sees it.
 *
 * @param node that got it
 * @param target path and query
 * @param session value of the cookie {@value #COOKIE}; empty when there is none, which a law never sees
 */
public record LightRequest(String node, String target, String session) {

    /** The cookie that names a session. */
    public static final String COOKIE = "session";

    /** The same in a session. */
    LightRequest in(String newSession) {
        return new LightRequest(node, target, newSession);
    }
}
