// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.alert.rule;

/**
 * A moment by two clocks: the wall's for people, and one that only runs forward for lengths of time.
 *
 * @param wallMs milliseconds since 1970
 * @param runMs milliseconds of a clock that nobody sets
 */
public record LookTime(long wallMs, long runMs) {}
