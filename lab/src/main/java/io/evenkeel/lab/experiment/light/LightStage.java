// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.light;

import io.evenkeel.lab.experiment.CellKey;
import io.evenkeel.lab.experiment.ExperimentException;
import io.evenkeel.lab.experiment.Measurement;
import io.evenkeel.lab.experiment.Stage;
import java.util.Map;

/** A stage on light servers: every run has servers and a dispatcher of its own, which are there in milliseconds. */
public final class LightStage implements Stage {

    private final LightTestbed testbed = new LightTestbed();
    private final Cast cast;

    /** Defines the run of a cell, and the figures that are read from it. */
    public interface Cast {

        /** Measures what is needed before the first cell, such as the speed of the servers. */
        default void begin(LightTestbed testbed) throws ExperimentException, InterruptedException {}

        LightRun run(CellKey cell);

        /** Figures that the experiment has beyond those of every run; they may replace some. */
        Map<String, Double> read(CellKey cell, Measurement measured);
    }

    public LightStage(Cast cast) {
        this.cast = cast;
    }

    @Override
    public void start() throws ExperimentException, InterruptedException {
        cast.begin(testbed);
    }

    @Override
    public Measurement run(CellKey cell, int repeat, long seed) throws ExperimentException, InterruptedException {
        Measurement measured = testbed.run(cast.run(cell), seed);
        return measured.with(cast.read(cell, measured));
    }

    @Override
    public void close() {
        testbed.close();
    }
}
