// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

/**
 * A text of the configuration file that another one replaced.
 *
 * @param id a number, higher for later ones
 * @param atMs time of the replacement: wall clock, milliseconds since 1970
 * @param who the name of the author of the new text
 * @param why the reason given; may be empty
 */
public record ConfigVersion(String id, long atMs, String who, String why) {}
