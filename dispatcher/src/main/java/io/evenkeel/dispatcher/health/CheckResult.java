// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.health;

/**
 * The result of one check.
 *
 * @param detail for people: {@code status 200}, {@code connected}, {@code no answer within 1s}
 * @param tookNs from the start of the check to its result
 */
public record CheckResult(boolean passed, String detail, long tookNs) {}
