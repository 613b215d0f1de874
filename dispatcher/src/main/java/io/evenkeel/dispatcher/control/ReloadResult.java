// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import java.util.List;

/**
 * The outcome of a reload.
 *
 * @param applied false when the old configuration stays in force, of all joined dispatchers: of one at least
 * @param changes one line for each change made, for people; empty when the file says what is already so. Of all joined
 *     dispatchers also when it is not applied: those of the dispatchers that have reloaded
 * @param problems one entry for each problem, as {@code validate} prints it; empty when applied
 */
public record ReloadResult(boolean applied, List<String> changes, List<String> problems) {

    public ReloadResult {
        changes = List.copyOf(changes);
        problems = List.copyOf(problems);
    }
}
