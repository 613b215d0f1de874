// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.node.bound;

/**
 * The bound of a node at one moment.
 *
 * @param node its name
 * @param most tasks it may have, tunnels included
 * @param by {@code workers} as its agent tells, or {@code learned} from its answers
 * @param baseMs time that its answers take when none waits, in ms; 0 when it is not learned
 */
public record NodeBound(String node, int most, String by, double baseMs) {}
