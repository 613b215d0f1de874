// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.listener;

import org.jspecify.annotations.Nullable;

/**
 * A change of paths on their way to a node; both begin with a slash and do not end in one.
 *
 * @param strip the beginning that is taken away; null for none
 * @param add the beginning that is put in front, after that; null for none
 */
public record PathSettings(@Nullable String strip, @Nullable String add) {

    public static final PathSettings SAME = new PathSettings(null, null);
}
