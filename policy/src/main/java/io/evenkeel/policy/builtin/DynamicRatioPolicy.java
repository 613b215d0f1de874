// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.builtin;

import io.evenkeel.policy.Nodes;
import io.evenkeel.policy.Parameter;
import io.evenkeel.policy.Policy;
import io.evenkeel.policy.PolicySettings;
import io.evenkeel.policy.PolicyType;
import io.evenkeel.policy.Sample;
import io.evenkeel.policy.Task;
import io.evenkeel.policy.reported.Reported;
import io.evenkeel.policy.reported.ReportedTurns;
import java.util.ArrayList;
import java.util.List;

/**
 * Nodes take turns in proportion to a ratio of what memory, CPU and disks have left, evenly interleaved: F5's Dynamic
 * Ratio.
 *
 * <pre>
 * ratio = sum over memory, CPU, disk of 10 ^ (coefficient * (threshold - used) / threshold),  whole, within 1 .. 100
 * memory  MEMORY_SHARE  coefficient 1.0  threshold 70 %
 * CPU     CPU_SHARE                 1.5            80 %
 * disk    IOWAIT_SHARE              2.0            90 %
 * </pre>
 *
 * Above its threshold a metric adds less than 1; nothing is excluded. A metric that is absent counts as the mean of
 * those that are there. Slow start is a factor on top. A sample is fresh for two periods, then drifts to the mean of
 * the others, and after five counts as none; a node without a figure has no turn while any node has one
 * ({@link Reported}). Turns do not pile up on one node, so nothing is added for what was sent since the sample.
 *
 * <p>Fails on nodes of unequal size, since an idle node gets more turns whatever it is able to do, and swings with the
 * period. Disks say most by default, and most application servers never wait for them. Cost: O(n); three exponentials
 * for a sample.
 *
 * <p>Source: paper 1, section 3.2.5, equation 1 and table 1, where 10 stands for the number of nodes in the pool;
 * TAPR-11 for the metrics.
 */
final class DynamicRatioPolicy implements Policy {

    private static final double LN_POOL = 2.302585092994046;
    private static final double LEAST_RATIO = 1;
    private static final double MOST_RATIO = 100;

    static final PolicyType TYPE = new PolicyType(
            "dynamic-ratio",
            "Nodes take turns in proportion to what memory, CPU and disks have left.",
            "turns in proportion to the sum of 10 ^ (coefficient * (threshold - used) / threshold), within 1 to 100",
            "paper 1, section 3.2.5, equation 1 (F5 Dynamic Ratio), TAPR-11",
            PolicyType.Needs.AGENT,
            parameters(),
            DynamicRatioPolicy::new);

    private final Metric[] metrics;
    private final Reported ratio;
    private final ReportedTurns turns;

    private DynamicRatioPolicy(PolicySettings settings) {
        metrics = new Metric[] {
            metric(settings, "memory", Sample.MEMORY_SHARE),
            metric(settings, "cpu", Sample.CPU_SHARE),
            metric(settings, "disk", Sample.IOWAIT_SHARE)
        };
        ratio = Reported.plain(settings);
        turns = new ReportedTurns(settings.maxNodes(), ratio);
    }

    @Override
    public int choose(Task task, Nodes nodes) {
        return turns.choose(nodes, false, task.nowNs());
    }

    @Override
    public void onJoin(int slot, Nodes nodes, long nowNs) {
        ratio.forget(slot);
        turns.forget(slot);
    }

    @Override
    public void onLeave(int slot, Nodes nodes, long nowNs) {
        ratio.forget(slot);
    }

    @Override
    public void onSample(int slot, Nodes nodes, long nowNs) {
        double sum = 0;
        int known = 0;
        for (Metric metric : metrics) {
            double used = Reported.orElse(nodes.sample(slot, metric.column), Double.NaN);
            if (!Double.isNaN(used)) {
                double left = (metric.threshold - used) / metric.threshold;
                sum += StrictMath.exp(LN_POOL * metric.coefficient * left);
                known++;
            }
        }
        double whole = known == 0 ? Double.NaN : Math.rint(sum * metrics.length / known);
        ratio.read(slot, Math.min(MOST_RATIO, Math.max(LEAST_RATIO, whole)), Double.NaN, nodes, nowNs);
    }

    @Override
    public String reason(Task task, int slot, Nodes nodes) {
        String doubt = ratio.doubt(slot, task.nowNs());
        return doubt.isEmpty() ? "ratio " + Math.round(ratio.aged(slot, task.nowNs())) : doubt;
    }

    @Override
    public String why(Task task, int slot, Nodes nodes) {
        return "its turn, in proportion to the ratios";
    }

    private static List<Parameter> parameters() {
        List<Parameter> parameters = new ArrayList<>();
        declare(parameters, "memory", 1.0, 0.7);
        declare(parameters, "cpu", 1.5, 0.8);
        declare(parameters, "disk", 2.0, 0.9);
        parameters.add(Reported.PERIOD);
        return parameters;
    }

    private static void declare(List<Parameter> into, String metric, double coefficient, double threshold) {
        into.add(new Parameter(
                metric + "-coefficient", Parameter.Kind.NUMBER, 0, 10, coefficient, "how much " + metric + " counts"));
        into.add(new Parameter(
                metric + "-threshold",
                Parameter.Kind.SHARE,
                0.01,
                1,
                threshold,
                "the share of " + metric + " in use from which on it adds less than 1"));
    }

    private static Metric metric(PolicySettings settings, String name, Sample column) {
        return new Metric(column, settings.option(name + "-coefficient"), settings.option(name + "-threshold"));
    }

    private record Metric(Sample column, double coefficient, double threshold) {}
}
