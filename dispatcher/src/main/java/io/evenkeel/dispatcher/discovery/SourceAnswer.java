// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.discovery;

import io.evenkeel.config.cluster.NodeSettings;
import java.time.Duration;
import java.util.List;

/**
 * All nodes that a source knows at one moment.
 *
 * @param goodFor time until it is worth to ask again; zero for a source that answers when something has changed
 * @param remark something that people should know, such as records that were left out; empty for nothing
 */
public record SourceAnswer(List<NodeSettings> nodes, Duration goodFor, String remark) {

    public SourceAnswer {
        nodes = List.copyOf(nodes);
    }
}
