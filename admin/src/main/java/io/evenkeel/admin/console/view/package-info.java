// SPDX-License-Identifier: Apache-2.0
/**
 * What the console's pages say of clusters and nodes: figures of the last seconds, and their texts.
 *
 * <p>Knows no request and no template. Threads: any.
 */
@NullMarked
package io.evenkeel.admin.console.view;

import org.jspecify.annotations.NullMarked;
