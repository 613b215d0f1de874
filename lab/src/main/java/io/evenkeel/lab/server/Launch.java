// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.server;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The start of a JVM.
 *
 * @param options JVM options
 * @param classPath of the program
 * @param program main class and arguments
 * @param environment more environment variables
 */
record Launch(List<String> options, List<Path> classPath, List<String> program, Map<String, String> environment) {}
