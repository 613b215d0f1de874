// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert.rule;

import io.evenkeel.admin.history.Scope;
import io.evenkeel.config.alert.WatchedState;
import org.jspecify.annotations.Nullable;

/**
 * A look at a node, a cluster or the dispatcher at one moment.
 *
 * @param state that a rule can wait for; null for any other, such as up
 * @param word its state as people read it; empty when it has none
 * @param reason of its state; empty when there is nothing to say
 * @param figures those that it has
 */
public record Observation(Scope scope, @Nullable WatchedState state, String word, String reason, SeenFigures figures) {

    /** Figures by name. */
    public interface SeenFigures {

        /** NaN when it is not known. */
        double value(String figure);

        /** More about a value, such as which certificate it is of; empty when there is nothing to say. */
        default String note(String figure) {
            return "";
        }
    }
}
