// SPDX-License-Identifier: Apache-2.0
/**
 * Alerts and silences in the API, and the rules for changes of silences that the console has, too.
 *
 * <p>Threads: those of requests.
 */
@NullMarked
package io.evenkeel.admin.api.alert;

import org.jspecify.annotations.NullMarked;
