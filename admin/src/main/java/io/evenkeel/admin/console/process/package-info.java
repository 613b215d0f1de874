// SPDX-License-Identifier: Apache-2.0
/**
 * The process in which dispatcher and console run: its log files, memory and threads, and the console's pages that show
 * them. Reads files and the JVM's own figures when asked and keeps nothing; deletes log files and sets levels for
 * administrators. Any thread.
 */
@NullMarked
package io.evenkeel.admin.console.process;

import org.jspecify.annotations.NullMarked;
