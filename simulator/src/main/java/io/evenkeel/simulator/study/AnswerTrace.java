// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.study;

import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.simulator.Run;
import io.evenkeel.simulator.Simulator;
import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.scenario.ServerGroup;
import io.evenkeel.simulator.scenario.file.ScenarioFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The answers of each server, period by period, in the run of a study's first seed. They show herds, oscillation and
 * failures in time.
 *
 * <p>CSV, one row for each period and server, and one with the server {@code all} that counts failures too. The runs
 * are repeated for it, which gives the same as before.
 */
public final class AnswerTrace {

    private AnswerTrace() {}

    /** Runs the first seed of every cell and writes how it went. */
    public static void write(Study study, Appendable out) throws IOException {
        PolicyCatalog catalog = PolicyCatalog.load();
        out.append("scenario,users,policy,seed,second,server,answered,failed\r\n");
        for (ScenarioFile file : study.scenarios()) {
            for (StudiedPolicy policy : study.policiesOf(file, catalog)) {
                Scenario shown = file.scenarioFor(policy.chooser().name());
                Run run = Simulator.run(shown, policy.chooser(), study.firstSeed());
                String key = "%s,%d,%s,%d"
                        .formatted(shown.name(), shown.users(), quoted(policy.written()), study.firstSeed());
                rows(key, run, names(shown), out);
            }
        }
    }

    private static void rows(String key, Run run, List<String> names, Appendable out) throws IOException {
        int periods = run.series().failed().size();
        for (int period = 0; period < periods; period++) {
            String from = key + "," + Math.round(period * run.series().periodS()) + ",";
            int all = 0;
            for (int slot = 0; slot < names.size(); slot++) {
                int answered = run.series().completed().get(slot).get(period);
                all += answered;
                out.append(from + names.get(slot) + "," + answered + ",\r\n");
            }
            out.append(from + "all," + all + "," + run.series().failed().get(period) + "\r\n");
        }
    }

    private static List<String> names(Scenario scenario) {
        List<String> names = new ArrayList<>();
        for (ServerGroup group : scenario.servers()) {
            for (int k = 1; k <= group.count(); k++) {
                names.add(group.count() == 1 ? group.name() : group.name() + k);
            }
        }
        return names;
    }

    private static String quoted(String policy) {
        return policy.contains(",") ? '"' + policy + '"' : policy;
    }
}
