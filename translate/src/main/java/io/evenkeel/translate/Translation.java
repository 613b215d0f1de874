// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.translate;

import io.evenkeel.translate.draft.Leftover;
import java.util.List;

/**
 * A configuration of another product, translated.
 *
 * @param text the configuration in YAML, which ends with the leftovers as comments
 * @param leftovers what is not in it, or acts differently; by weight, file and line
 */
public record Translation(Peer peer, String text, List<Leftover> leftovers) {}
