// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.flow;

/**
 * Work that goes from one place to the next.
 *
 * @param perSecond requests and TCP connections; NaN is unknown
 */
public record FlowLink(FlowPlace from, FlowPlace to, double perSecond) {

    /** The beginning of its keys among the live texts. */
    public String key() {
        return "flow/" + from.key() + ">" + to.key();
    }
}
