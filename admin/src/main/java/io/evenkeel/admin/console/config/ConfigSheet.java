// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.config;

import io.evenkeel.admin.console.diff.DiffLine;
import io.evenkeel.config.Problem;
import io.evenkeel.dispatcher.control.ConfigText;
import java.util.List;

/**
 * The content of the page of the configuration file.
 *
 * @param text of the file or of the edit
 * @param stamp of the file as the author saw it
 * @param problems of the text
 * @param checked true when the text was checked, so that an empty list of problems means that there are none
 * @param diff from the file on disk to the text
 * @param losses the things that the dispatcher would forget
 * @param why the typed reason
 * @param alert the failure; empty when nothing failed
 * @param details of the failure, a block of lines each
 */
public record ConfigSheet(
        Step step,
        String text,
        String stamp,
        List<Problem> problems,
        boolean checked,
        List<DiffLine> diff,
        List<String> losses,
        String why,
        String alert,
        List<String> details) {

    /** The step at which the author is. */
    public enum Step {
        /** No file. */
        NONE,
        /** Reads only; secrets are masked. */
        READ,
        EDIT,
        /** Sees what would change and may apply it. */
        PREVIEW
    }

    static ConfigSheet of(Step step, String text, String stamp) {
        return new ConfigSheet(step, text, stamp, List.of(), false, List.of(), List.of(), "", "", List.of());
    }

    static ConfigSheet edit(ConfigText file) {
        return of(Step.EDIT, file.text(), file.stamp());
    }

    ConfigSheet checked(List<Problem> found) {
        return new ConfigSheet(step, text, stamp, found, true, diff, losses, why, alert, details);
    }

    ConfigSheet because(String reason) {
        return new ConfigSheet(step, text, stamp, problems, checked, diff, losses, reason, alert, details);
    }

    ConfigSheet alert(String sentence, List<String> more) {
        return new ConfigSheet(step, text, stamp, problems, checked, diff, losses, why, sentence, more);
    }

    ConfigSheet differing(List<DiffLine> lines, List<String> forgotten) {
        return new ConfigSheet(step, text, stamp, problems, checked, lines, forgotten, why, alert, details);
    }

    /** True when the text cannot be used. */
    public boolean isBroken() {
        return problems.stream().anyMatch(Problem::isError);
    }
}
