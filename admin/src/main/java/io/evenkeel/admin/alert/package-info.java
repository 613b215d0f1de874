// SPDX-License-Identifier: Apache-2.0
/**
 * Alerts of a running dispatcher: rules looked at once a second, what goes on, silences, and the messages that follow.
 *
 * <p>Reads through {@code control} only and changes nothing there, so the data plane never waits. Threads: one of its
 * own ({@code alerts}); views and silences are for any.
 */
@NullMarked
package io.evenkeel.admin.alert;

import org.jspecify.annotations.NullMarked;
