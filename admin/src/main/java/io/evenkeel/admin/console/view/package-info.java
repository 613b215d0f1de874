// SPDX-License-Identifier: Apache-2.0
/**
 * The figures and texts of clusters and nodes on the console's pages, for the last seconds.
 *
 * <p>Knows no request and no template. Threads: any.
 */
@NullMarked
package io.evenkeel.admin.console.view;

import org.jspecify.annotations.NullMarked;
