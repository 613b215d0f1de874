// SPDX-License-Identifier: Apache-2.0
/**
 * The configuration file: read, checked as a whole, turned into the records of the settings, and shown again.
 *
 * <p>{@link io.evenkeel.config.file.SettingsFile} is the entry point. Name look-ups are made by
 * {@link io.evenkeel.config.file.SettingsFile#check} only; nothing here opens a socket. Any thread; a load
 * is one pass without shared state.
 */
@NullMarked
package io.evenkeel.config.file;

import org.jspecify.annotations.NullMarked;
