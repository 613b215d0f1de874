// SPDX-License-Identifier: Apache-2.0
/**
 * Settings of alerts: rules about figures and states, and those who are told.
 *
 * <p>Names of figures are listed here, because a file that names one is checked before anything runs. Immutable; any
 * thread.
 */
@NullMarked
package io.evenkeel.config.alert;

import org.jspecify.annotations.NullMarked;
