// SPDX-License-Identifier: Apache-2.0
/**
 * The dispatcher's figures in the words of other people's tools: Prometheus and HAProxy's CSV.
 *
 * <p>Everything is computed when somebody asks, from one snapshot of the control interface. Threads: those of the admin
 * server.
 */
@NullMarked
package io.evenkeel.admin.export;

import org.jspecify.annotations.NullMarked;
