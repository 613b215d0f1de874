// SPDX-License-Identifier: Apache-2.0
/**
 * The pages of the configuration: the settings in force with their lines in the file, the file as text to be checked,
 * compared and applied, and the texts that were replaced. Changes go through the control interface alone. Threads:
 * those of the admin server.
 */
@NullMarked
package io.evenkeel.admin.console.config;

import org.jspecify.annotations.NullMarked;
