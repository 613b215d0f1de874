// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.plan;

import io.evenkeel.cli.remote.RemoteOption;
import io.evenkeel.cli.terminal.ExitCode;
import io.evenkeel.cli.terminal.OutputOption;
import io.evenkeel.planner.AgentFigures;
import io.evenkeel.planner.Ask;
import io.evenkeel.planner.ErrorCheck;
import io.evenkeel.planner.Fleet;
import io.evenkeel.planner.LabRun;
import io.evenkeel.planner.NodeKind;
import io.evenkeel.planner.Plan;
import io.evenkeel.planner.PlanAnswer;
import io.evenkeel.planner.PlanException;
import io.evenkeel.planner.PlanFile;
import io.evenkeel.planner.PlanModel;
import io.evenkeel.planner.SimulatedCase;
import io.evenkeel.planner.UpperBound;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code evenkeel plan}: capacity, by queueing formulas. */
@Command(
        name = "plan",
        description =
                "Plan capacity: response time at a rate, servers for a limit, the highest rate, users, what if one dies.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Nodes are given by options, by a file (-f), by the agents of a running dispatcher (--cluster, with -c or",
            "--admin), or by a result folder of 'lab run scaling' (--from).",
            "",
            "  evenkeel plan --service-ms 9.6 --rate 300/s --p95 50ms        servers for a rate within a limit",
            "  evenkeel plan --service-ms 9.6 --servers 3 --p95 50ms         highest rate within a limit",
            "  evenkeel plan --service-ms 9.6 --servers 4 --rate 300/s --without 1",
            "  evenkeel plan --cpu-ms 8 --cores 2 --jdbc-ms 80 --jdbc 10 --workers 12 --queue 12 --servers 3 \\",
            "                --users 200 --think 1s",
            "",
            "The exit code is 99 when the condition of --expect does not hold."
        })
public final class PlanCommand implements Callable<Integer> {

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            converter = RateConverter.class,
            description = "Requests that come, such as 300/s.")
    private @Nullable Double rate;

    @Option(names = "--servers", paramLabel = "N", description = "Number of nodes; when absent, the plan finds it.")
    private @Nullable Integer servers;

    @Option(
            names = "--users",
            paramLabel = "N",
            description = "Users who wait for an answer before they send the next request, instead of a rate.")
    private @Nullable Integer users;

    @Option(
            names = "--think",
            paramLabel = "TIME",
            description = "Mean time from an answer to the same user's next request (default: 0s).")
    private Duration think = Duration.ZERO;

    @Option(
            names = "--without",
            paramLabel = "N",
            description = "What happens if this many nodes die; for each kind of node.")
    private int without;

    @Option(
            names = "--model",
            paramLabel = "MODEL",
            description =
                    "Whose figures answer: pooled (M/M/k), separate (M/M/1^k), general (M/G/k), round-robin, loss (M/M/c/K),"
                            + " pools, pools-separate (default: pools where workers or JDBC are given, general with --variation, else pooled).")
    private @Nullable String model;

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "A YAML file with the nodes, which may be of several kinds.")
    private @Nullable Path file;

    @Option(
            names = "--cluster",
            paramLabel = "NAME",
            description = "The nodes of this cluster, as their agents have measured them; with -c or --admin.")
    private @Nullable String cluster;

    @Option(
            names = "--from",
            paramLabel = "DIR",
            description =
                    "A result folder of the laboratory: the demand it measured, and how far each model was from each of its response"
                            + " times.")
    private @Nullable Path from;

    @Option(
            names = "--simulate",
            description = "Run each case in the simulator too, and show its figures beside the formulas'.")
    private boolean simulates;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Seed of the simulator's random numbers (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    @Option(
            names = "--expect",
            paramLabel = "GOAL",
            split = ",",
            description =
                    "End with 99 unless this holds at the rate, or with the users: 'p95<200ms', 'mean<50ms', 'refused<1%%'.")
    private List<String> expected = List.of();

    @Mixin
    private final NodeOptions nodes = new NodeOptions();

    @Mixin
    private final GoalOptions limits = new GoalOptions();

    @Mixin
    private final RemoteOption remote = new RemoteOption();

    @Mixin
    private final OutputOption output = new OutputOption();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        try {
            List<UpperBound> expectations =
                    expected.stream().map(UpperBound::parse).toList();
            if (!expectations.isEmpty() && rate == null && users == null) {
                throw new PlanException("--expect needs a load to hold at: give --rate or --users");
            }
            List<PlanAnswer> answers = answers();
            PlanTable.CaseSimulator simulation =
                    simulates ? each -> SimulatedCase.of(each, think.toNanos() / 1e6, seed) : null;
            new PlanTable(simulation).print(answers, spec.commandLine().getOut(), output.format());
            return check(expectations, answers);
        } catch (PlanException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage());
        }
    }

    private List<PlanAnswer> answers() {
        if (servers != null && servers < 1) {
            throw new PlanException("--servers must be 1 or more, not " + servers);
        }
        int sources = (file == null ? 0 : 1) + (from == null ? 0 : 1) + (cluster == null ? 0 : 1);
        if (sources > 1) {
            throw new PlanException("the nodes come from one place: -f, --from or --cluster");
        }
        if (remote.isGiven() && cluster == null) {
            throw new PlanException(
                    "which cluster of the dispatcher? Give --cluster NAME; 'evenkeel status' has the names");
        }
        if (from != null) {
            return ofRun(LabRun.read(from));
        }
        if (cluster != null) {
            return ofAgents(cluster);
        }
        if (file != null) {
            if (nodes.isGiven() || servers != null || nodes.arrivalVariation() != null) {
                throw new PlanException("the nodes are in " + file + "; say what they are there, or leave -f out");
            }
            return Plan.of(PlanFile.read(file), ask(false));
        }
        Ask ask = ask(isCountOpen());
        return Plan.of(nodes.fleet(List.of(nodes.kind(null).times(servers == null ? 1 : servers))), ask);
    }

    private boolean isCountOpen() {
        return servers == null && rate != null && !limits.goals().isEmpty();
    }

    private Ask ask(boolean isCountOpen) {
        return new Ask(rate, limits.goals(), isCountOpen, users, think.toNanos() / 1e6, without, chosen());
    }

    private boolean asksMore() {
        return rate != null || users != null || !limits.goals().isEmpty();
    }

    private List<PlanAnswer> ofRun(LabRun run) {
        NodeKind kind = nodes.kind(run.serviceMs());
        if (!nodes.isSized()) {
            spec.commandLine()
                    .getErr()
                    .println("evenkeel: a request takes %.3f ms at an idle node (%s)"
                            .formatted(kind.demandMs(), run.source()));
        }
        List<PlanAnswer> answers = new ArrayList<>();
        if (asksMore()) {
            answers.addAll(
                    Plan.of(nodes.fleet(List.of(kind.times(servers == null ? 1 : servers))), ask(isCountOpen())));
        }
        answers.add(ErrorCheck.of(run, kind, think.toNanos() / 1e6, chosen()));
        return answers;
    }

    private List<PlanAnswer> ofAgents(String name) {
        if (nodes.isSized()) {
            throw new PlanException("the agents of cluster '" + name
                    + "' say what the nodes are; leave the options for it out, or --cluster");
        }
        if (!asksMore()) {
            ask(false);
        }
        List<AgentFigures> figures = AgentNodes.of(remote.connect(), name);
        List<NodeKind> kinds =
                figures.stream().map(each -> each.kind(nodes.variationOrOne())).toList();
        Fleet fleet = nodes.fleet(kinds);
        List<PlanAnswer> answers = new ArrayList<>();
        if (servers == null) {
            answers.addAll(Plan.of(fleet, ask(false)));
        } else {
            NodeKind weakest = kinds.stream()
                    .min(Comparator.comparingDouble(NodeKind::capacityPerSecond))
                    .orElseThrow();
            answers.addAll(Plan.of(nodes.fleet(List.of(weakest.times(servers))), ask(false)));
        }
        LabRun now = AgentFigures.now(figures);
        if (now != null) {
            answers.add(ErrorCheck.now(now, fleet));
        }
        return answers;
    }

    private @Nullable PlanModel chosen() {
        if (model == null) {
            return null;
        }
        for (PlanModel each : PlanModel.values()) {
            if (each.name().replace('_', '-').equalsIgnoreCase(model)) {
                return each;
            }
        }
        throw new PlanException("there is no model '" + model + "'; there are "
                + String.join(
                        ", ",
                        List.of(PlanModel.values()).stream()
                                .map(each ->
                                        each.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                                .toList()));
    }

    private int check(List<UpperBound> expectations, List<PlanAnswer> answers) {
        int exitCode = ExitCode.OK;
        for (PlanAnswer answer : answers) {
            if (!answer.question().equals("response") && !answer.question().equals("users")) {
                continue;
            }
            for (UpperBound goal : expectations) {
                double value = goal.valueIn(answer.cases().get(0).forecast());
                boolean holds = value < goal.limit();
                String line = "%s  %s: %s is %s"
                        .formatted(holds ? "held  " : "MISSED", answer.question(), goal.text(), goal.shown(value));
                output.words(spec).println(line);
                exitCode = holds ? exitCode : ExitCode.THRESHOLD;
            }
        }
        return exitCode;
    }
}
