// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

/**
 * The configuration file as it was read.
 *
 * @param stamp stands for exactly this text, to find out later whether the file is still the same
 */
public record ConfigText(String text, String stamp) {}
