// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.demo;

import java.util.Locale;

/** A way to break a server of the demo for a while. */
enum BreakKind {
    FREEZE(
            "tomcat-1",
            "Freeze",
            "stands still: its process is stopped (SIGSTOP), as in a long pause of the collector or of the machine",
            "is frozen"),
    HEAP(
            "tomcat-3",
            "Fill the heap of",
            "has a full heap: live objects leave less than a twentieth of it",
            "has a full heap"),
    POOL(
            "tomcat-2",
            "Take the connections of",
            "has no connection to the database: all of its pool are taken, as by a leak",
            "has no connection left");

    private final String usual;
    private final String button;
    private final String what;
    private final String state;

    /** @param usual the server that is broken when nobody names one */
    BreakKind(String usual, String button, String what, String state) {
        this.usual = usual;
        this.button = button;
        this.what = what;
        this.state = state;
    }

    String usual() {
        return usual;
    }

    String button() {
        return button;
    }

    String what() {
        return what;
    }

    String state() {
        return state;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
