// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.metrics;

/**
 * Counts and times of the requests of one class, since the dispatcher started or the rule for its classes last changed.
 *
 * @param name method and first segments of the path, or {@link RequestClasses#OTHERS}; as the client wrote it
 * @param requests that ended
 * @param failures that the node or the dispatcher caused
 * @param headNs from the first octet to the node to the head of its answer, of those that had one
 */
public record ClassTraffic(String name, long requests, long failures, MeasureSnapshot headNs) {}
