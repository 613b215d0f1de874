// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import org.jspecify.annotations.Nullable;

/**
 * The order of an administrator to a node, so that it can be told again to the node that takes its place.
 *
 * @param by the name of the administrator; null when it is not known
 * @param weight NaN when it is that of the settings
 * @param settingsWeight the weight of the settings when the administrator gave another
 */
public record NodeOrder(
        AdminState wanted,
        @Nullable String reason,
        @Nullable String by,
        double weight,
        double settingsWeight) {

    /** An order of an administrator whose name is not known. */
    public NodeOrder(AdminState wanted, @Nullable String reason, double weight, double settingsWeight) {
        this(wanted, reason, null, weight, settingsWeight);
    }

    /** The order that a node has now. */
    public static NodeOrder of(Node node) {
        double weight = node.settings().weight();
        return new NodeOrder(
                node.wanted(),
                node.wantedReason(),
                node.wantedBy(),
                node.weight() == weight ? Double.NaN : node.weight(),
                weight);
    }

    /** True when it says nothing that a new node would not do by itself. */
    public boolean isNone() {
        return wanted == AdminState.READY && !hasWeight();
    }

    /** True when it names a weight. */
    public boolean hasWeight() {
        return !Double.isNaN(weight);
    }

    /** The same without a weight. */
    public NodeOrder withoutWeight() {
        return new NodeOrder(wanted, reason, by, Double.NaN, settingsWeight);
    }

    /**
     * Inside the gate: has a node that joins begin with it. A weight is over when the settings give another one than
     * then.
     */
    void tell(Node node) {
        node.wanted = wanted;
        node.wantedReason = reason;
        node.wantedBy = by;
        if (hasWeight() && settingsWeight == node.settings().weight()) {
            node.weight = weight;
        }
    }
}
