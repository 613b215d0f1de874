// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.join;

import io.evenkeel.dispatcher.control.ReloadResult;
import java.util.List;
import java.util.function.Supplier;

/**
 * The two steps of a reload at one dispatcher. Each may take seconds.
 *
 * @param check reads the configuration; its errors, none when it could come into force
 * @param apply reads it again and puts it in force
 */
public record ReloadSteps(Supplier<List<String>> check, Supplier<ReloadResult> apply) {}
