// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.demo;

import io.evenkeel.admin.api.ApiRefusal;
import java.util.List;

/** The controls of a running demo, which breaks its own servers. Any thread. */
public interface DemoControls {

    /**
     * A way to break a server.
     *
     * @param kind as in requests
     * @param button its words
     * @param what happens, in a sentence
     */
    record BreakWay(String kind, String button, String what) {}

    /** The servers that can be broken, by name. */
    List<String> servers();

    /** The ways to break one. */
    List<BreakWay> ways();

    /** The state of the demo in lines: what is broken, what visitors saw, and how the servers share the requests. */
    List<String> now();

    /**
     * Breaks a server for a while and returns at once.
     *
     * @throws ApiRefusal when that cannot be, because another one is broken or something is unknown
     */
    void begin(String server, String kind);
}
