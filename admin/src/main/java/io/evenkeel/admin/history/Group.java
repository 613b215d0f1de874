// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.history;

/** The pages of graphs in the first paper, figures 29 to 34. */
public enum Group {
    /** Figure 29: the dispatcher's measurements. */
    DISPATCHER("Dispatcher"),
    /** Figure 30: the node's operating system. */
    OS("Operating system"),
    /** Figure 31: its network. */
    NETWORK("Network"),
    /** Figure 32: its Java virtual machine. */
    JVM("Java virtual machine"),
    /** Figure 33: its app server. */
    SERVER("App server"),
    /** Figure 34: the policy's view of the node. */
    POLICY("Policy"),
    /** None of the paper's: what the dispatcher's cache did. */
    CACHE("Cache");

    private final String title;

    Group(String title) {
        this.title = title;
    }

    /** The title for people. */
    public String title() {
        return title;
    }
}
