// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.flow;

/** The need to look at a place, from none to the worst. */
public enum Trouble {
    /** No trouble. */
    NONE,
    /** Clients may feel it, or an administrator wanted it: work waits, some requests fail, a node drains. */
    SOME,
    /** Clients feel it, or a node is lost. */
    BAD
}
