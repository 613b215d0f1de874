// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab;

import io.evenkeel.lab.experiment.Experiment;
import io.evenkeel.lab.experiment.broker.Broker;
import io.evenkeel.lab.experiment.hybrid.Hybrid;
import io.evenkeel.lab.experiment.jqostd.Jqostd;
import io.evenkeel.lab.experiment.levels.LevelsExperiment;
import io.evenkeel.lab.experiment.memory.MemoryExperiment;
import io.evenkeel.lab.experiment.overload.Overload;
import io.evenkeel.lab.experiment.redal.Redal;
import io.evenkeel.lab.experiment.scaling.Scaling;
import java.util.List;
import java.util.Optional;

/** All experiments that can be done again. A new one is a package with one {@link Experiment}, and a line here. */
public final class Experiments {

    private static final List<Experiment> ALL = List.of(
            new Jqostd(),
            new Scaling(),
            new Redal(),
            new Broker(),
            new Hybrid(),
            new Overload(),
            new MemoryExperiment(),
            new LevelsExperiment());

    private Experiments() {}

    /** All of them: those of the papers in their order, then this project's own. */
    public static List<Experiment> all() {
        return ALL;
    }

    /** The experiment with this id, if there is one. */
    public static Optional<Experiment> find(String id) {
        return ALL.stream().filter(experiment -> experiment.id().equals(id)).findFirst();
    }
}
