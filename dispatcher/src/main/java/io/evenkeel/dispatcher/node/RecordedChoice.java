// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node;

import io.evenkeel.dispatcher.node.decision.RecordedView;

/**
 * A recorded choice, and all that a policy could read when it was made.
 *
 * @param decision the choice for people
 * @param view the same moment for policies
 */
public record RecordedChoice(Decision decision, RecordedView view) {}
