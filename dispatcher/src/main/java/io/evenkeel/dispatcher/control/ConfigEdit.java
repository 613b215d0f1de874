// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

/**
 * A wish to change the configuration file.
 *
 * @param text the new text; its line ends become those of the file
 * @param stamp of the file as the author saw it
 * @param who the name of the author, kept with the text that is replaced
 * @param why reason, kept too; may be empty
 */
public record ConfigEdit(String text, String stamp, String who, String why) {}
