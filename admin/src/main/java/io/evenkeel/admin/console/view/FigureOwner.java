// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.view;

/**
 * The owner of figures: a cluster or a node.
 *
 * @param node empty for the cluster as a whole
 */
record FigureOwner(String cluster, String node) {

    static FigureOwner of(NodeFigures node) {
        return new FigureOwner(node.cluster(), node.view().name());
    }
}
