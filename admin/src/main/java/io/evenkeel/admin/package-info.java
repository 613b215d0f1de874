// SPDX-License-Identifier: Apache-2.0
/**
 * The admin server: the console, JSON API, Prometheus and HAProxy exports, health pages.
 *
 * <p>It sees the dispatcher, and writes to its event log, through {@link io.evenkeel.dispatcher.control.Control} and
 * the types that {@code ArchitectureTest} names. It runs on threads of its own, so that a busy data plane and a slow
 * reader of a page never wait for each other: at most eight for sockets, at most eight for pages and the API, and a few
 * with one purpose each; the table of threads in ARCHITECTURE.md lists them.
 */
@NullMarked
package io.evenkeel.admin;

import org.jspecify.annotations.NullMarked;
