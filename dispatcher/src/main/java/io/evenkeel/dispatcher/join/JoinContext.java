// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.join;

import io.evenkeel.config.JoinSettings;
import io.evenkeel.dispatcher.control.DispatcherView;
import io.evenkeel.dispatcher.log.EventLogger;
import io.evenkeel.dispatcher.node.Cluster;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToIntBiFunction;

/**
 * The things that joining takes from the dispatcher.
 *
 * @param clusterKey proves to the others that this one belongs to them; secret
 * @param dispatcher its version, state and configuration; asked once all is made
 * @param clusters those in force, by name
 * @param orders carries out what administrators told other members
 * @param reload what a reload of all members does here
 * @param cuts ends what a node has in flight; fails as {@code Control.cut} does
 * @param sessions those of this dispatcher, and those that all members know
 * @param events what happens with the others
 */
public record JoinContext(
        JoinSettings settings,
        String clusterKey,
        Supplier<DispatcherView> dispatcher,
        Supplier<Map<String, Cluster>> clusters,
        OrderTaker orders,
        ReloadSteps reload,
        ToIntBiFunction<String, String> cuts,
        SessionLink sessions,
        EventLogger events) {

    /** The same; without the key. */
    @Override
    public String toString() {
        return "JoinContext[" + settings + "]";
    }
}
