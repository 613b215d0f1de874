// SPDX-License-Identifier: Apache-2.0
/**
 * The part of the console that only a demo has: buttons that break one of its servers.
 *
 * <p>Knows nothing of servers; the demo gives {@link io.evenkeel.admin.console.demo.DemoControls}. Without them these
 * addresses do not exist. Threads: those of the admin server.
 */
@NullMarked
package io.evenkeel.admin.console.demo;

import org.jspecify.annotations.NullMarked;
