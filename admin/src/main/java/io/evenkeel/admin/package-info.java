// SPDX-License-Identifier: Apache-2.0
/**
 * The admin server: JSON API, Prometheus and HAProxy exports, health pages.
 *
 * <p>It sees the dispatcher, and writes to its event log, through {@link io.evenkeel.dispatcher.control.Control} alone.
 * It runs on threads of its own, at most eight, so that a busy data plane and a slow reader of a page never wait for
 * each other.
 */
@NullMarked
package io.evenkeel.admin;

import org.jspecify.annotations.NullMarked;
