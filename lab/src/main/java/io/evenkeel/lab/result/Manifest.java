// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.result;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.Experiment;
import io.evenkeel.lab.experiment.ExperimentChoice;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The subject of a result folder.
 *
 * @param format of the folder; {@value #FORMAT}
 * @param experiment its id
 * @param choice choice of the run; its scenarios, policies, variants and repeats are those of the last command
 * @param settings the settings of the choice, in words
 * @param cells that were asked for, by all commands together
 * @param repeats of each, the most that were asked for
 * @param sessions one for each command that worked on it
 */
public record Manifest(
        int format,
        String experiment,
        ExperimentChoice choice,
        Map<String, String> settings,
        List<CellKey> cells,
        int repeats,
        List<Session> sessions) {

    static final int FORMAT = 1;

    public Manifest {
        cells = List.copyOf(cells);
        sessions = List.copyOf(sessions);
    }

    /**
     * One command at work on the folder.
     *
     * @param began UTC, ISO 8601
     * @param command as it was typed
     * @param version this program and its version
     */
    public record Session(String began, String command, String version, Machine machine) {}

    /** The manifest of a first command. */
    static Manifest of(Experiment experiment, ExperimentChoice choice, Session session) {
        return new Manifest(
                FORMAT,
                experiment.id(),
                choice,
                experiment.settings(choice),
                experiment.cells(choice),
                choice.repeats(),
                List.of(session));
    }

    /** The same with the cells of another command added; in the experiment's own order of cells. */
    Manifest with(Experiment experiment, ExperimentChoice more, Session session) {
        Set<CellKey> all = new LinkedHashSet<>(cells);
        all.addAll(experiment.cells(more));
        List<CellKey> natural = experiment.cells(new ExperimentChoice(
                more.pace(), more.users(), List.of(), List.of(), List.of(), 1, more.seed(), more.server()));
        List<CellKey> ordered = Stream.concat(
                        natural.stream().filter(all::contains), all.stream().filter(key -> !natural.contains(key)))
                .toList();
        return new Manifest(
                format,
                experiment.id(),
                more,
                settings,
                ordered,
                Math.max(repeats, more.repeats()),
                Stream.concat(sessions.stream(), Stream.of(session)).toList());
    }

    /** The settings that a run must have in common with this one to go into the same folder, by name. */
    Map<String, String> bounds() {
        return bounds(experiment, choice, settings);
    }

    static Map<String, String> bounds(String experiment, ExperimentChoice choice, Map<String, String> settings) {
        Map<String, String> bounds = new LinkedHashMap<>();
        bounds.put("experiment", experiment);
        bounds.put("pace", choice.pace().toString());
        bounds.put("users", Integer.toString(choice.users()));
        bounds.put("seed", Long.toString(choice.seed()));
        bounds.put("server", choice.server().title());
        bounds.putAll(settings);
        return bounds;
    }
}
