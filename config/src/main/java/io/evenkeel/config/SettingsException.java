// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config;

import java.util.List;
import java.util.stream.Collectors;

/** A configuration, or another file in YAML, that cannot be used, with everything that is wrong with it. */
public final class SettingsException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient List<Problem> problems;

    /** @param problems errors and warnings in the order of the file, at least one error */
    public SettingsException(List<Problem> problems) {
        super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
        this.problems = List.copyOf(problems);
    }

    /** Errors and warnings in the order of the file. */
    public List<Problem> problems() {
        return problems;
    }

    /** All problems, each with its caret, then one line that counts them, as {@code validate} prints it. */
    public String render() {
        return Problem.render(problems);
    }
}
