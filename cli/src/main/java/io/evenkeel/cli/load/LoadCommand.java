// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.load;

import io.evenkeel.cli.run.Signals;
import io.evenkeel.cli.terminal.CommandException;
import io.evenkeel.cli.terminal.ExitCode;
import io.evenkeel.cli.terminal.OutputOption;
import io.evenkeel.cli.terminal.Screen;
import io.evenkeel.load.ClosedPlan;
import io.evenkeel.load.FinishedRequest;
import io.evenkeel.load.LoadMeter;
import io.evenkeel.load.LoadSummary;
import io.evenkeel.load.OpenPlan;
import io.evenkeel.load.UserBehaviour;
import io.evenkeel.load.file.HistogramFile;
import io.evenkeel.load.file.LoadFileException;
import io.evenkeel.load.file.RequestFile;
import io.evenkeel.load.jmeter.JmeterPlan;
import io.evenkeel.load.loop.ClosedLoop;
import io.evenkeel.load.loop.LoadHandle;
import io.evenkeel.load.loop.OpenLoop;
import io.evenkeel.load.loop.Primer;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evenkeel load}: puts a load on a server and prints the figures. */
@Command(
        name = "load",
        description =
                "Send requests to a server, closed (users who wait) or open (arrivals that do not), and measure it.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "A distribution (CHANCE) is a number, constant(x), uniform(a, b), exponential(mean), lognormal(mean, variation), "
                    + "weibull(shape, mean), pareto(shape, mean[, largest/smallest]), inverse-gaussian(mean, variation), "
                    + "hyperexponential(mean, variation) or geometric(mean); variation is standard deviation over mean.",
            "",
            "evenkeel load 127.0.0.1:9090/ --rate 200/s --expect 'p99<200ms,failures=0'",
            "evenkeel load 127.0.0.1:9090/trade --mix buy --users 30 --ramp 3/10s --for 2m"
        })
public final class LoadCommand implements Callable<Integer> {

    @Parameters(paramLabel = "URL", description = "http://host:port/path or https://…; http:// may be left out.")
    private String url = "";

    @Mixin
    private final ShapeOptions shape = new ShapeOptions();

    @Mixin
    private final PageOptions pages = new PageOptions();

    @Mixin
    private final TrustOptions trust = new TrustOptions();

    @Option(
            names = "--expect",
            paramLabel = "THRESHOLDS",
            converter = Expectation.ExpectationReader.class,
            description =
                    "Ends with 99 unless they hold: 'p99<200ms,failures=0,rate>=100/s'. Figures: mean, p50, p90, p99, "
                            + "p99.9, max, failures (number or %%), requests, rate, late (%%), sessions (completed ones), "
                            + "aborted, broken.")
    private List<Expectation> expectations = List.of();

    @Option(
            names = "--log",
            paramLabel = "FILE",
            description = "Write latencies by the second in HdrHistogram's log format.")
    private @Nullable Path log;

    @Option(names = "--requests", paramLabel = "FILE", description = "Write every request as a line of CSV.")
    private @Nullable Path requests;

    @Option(
            names = "--jmeter",
            paramLabel = "FILE",
            description = "Write the load as a test plan for JMeter 5.6 and send nothing.")
    private @Nullable Path jmeter;

    @Mixin
    private final OutputOption output = new OutputOption();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws InterruptedException {
        UserBehaviour work = trust.of(pages.work(url, shape.seed()));
        Function<FinishedRequest.Witness, LoadHandle> start = start(work);
        if (jmeter != null) {
            return export(work, jmeter);
        }
        try {
            Primer.run();
            return run(start);
        } catch (LoadFileException e) {
            throw CommandException.failed(String.valueOf(e.getMessage()));
        }
    }

    private int export(UserBehaviour work, Path file) {
        try {
            if (shape.isOpen()) {
                JmeterPlan.write(shape.open(work), file);
            } else {
                JmeterPlan.write(shape.closed(work), file);
            }
        } catch (IOException e) {
            throw CommandException.unwritable(file, e);
        }
        PrintWriter err = spec.commandLine().getErr();
        err.println("evenkeel: wrote " + file + "; run it with: jmeter -n -t " + file + " -l result.jtl");
        return ExitCode.OK;
    }

    private Function<FinishedRequest.Witness, LoadHandle> start(UserBehaviour work) {
        if (shape.isOpen()) {
            OpenPlan open = shape.open(work);
            return witness -> OpenLoop.start(open, witness);
        }
        ClosedPlan closed = shape.closed(work);
        return witness -> ClosedLoop.start(closed, witness);
    }

    private int run(Function<FinishedRequest.Witness, LoadHandle> start)
            throws LoadFileException, InterruptedException {
        LoadMeter second = new LoadMeter();
        long startNs = System.nanoTime();
        try (HistogramFile histograms = log == null ? null : new HistogramFile(log, System.currentTimeMillis());
                RequestFile lines = requests == null ? null : new RequestFile(requests, startNs)) {
            FinishedRequest.Witness witness = request -> {
                second.count(request);
                if (lines != null) {
                    lines.saw(request);
                }
            };
            Seconds seconds = new Seconds(
                    spec.commandLine().getErr(),
                    shape.isOpen(),
                    second,
                    histograms,
                    startNs,
                    shape.longest().toNanos());
            try (LoadHandle load = start.apply(witness)) {
                Signals.on("INT", load::close);
                Signals.on("TERM", load::close);
                Summary summary = watch(load, seconds, startNs);
                return judge(summary);
            }
        }
    }

    private Summary watch(LoadHandle load, Seconds seconds, long startNs) throws InterruptedException {
        long everyNs = TimeUnit.SECONDS.toNanos(1);
        long countedFromNs = startNs + shape.warmUp().toNanos();
        boolean isWarm = shape.warmUp().isZero();
        long nextNs = startNs + everyNs;
        boolean isOver = false;
        while (!isOver) {
            long untilNs = isWarm ? nextNs : Math.min(nextNs, countedFromNs);
            isOver = load.await(untilNs - System.nanoTime());
            long nowNs = System.nanoTime();
            if (!isWarm && nowNs >= countedFromNs) {
                load.next();
                countedFromNs = nowNs;
                isWarm = true;
            }
            if (nowNs >= nextNs || isOver) {
                seconds.tick(nowNs);
                nextNs += everyNs;
            }
        }
        seconds.end();
        LoadSummary report = load.report();
        return new Summary(report, shape.isOpen(), (System.nanoTime() - countedFromNs) / 1e9);
    }

    private int judge(Summary summary) {
        PrintWriter out = spec.commandLine().getOut();
        summary.print(out, output.format(), Screen.isColored());
        Map<String, @Nullable Object> figures = summary.figures();
        PrintWriter words = output.words(spec);
        expectations.forEach(each -> words.println(each.outcome(figures)));
        boolean unanswered = summary.isUnanswered() && expectations.stream().noneMatch(Expectation::isOfFailures);
        if (unanswered) {
            words.println("FAILED: no request was answered");
        }
        words.flush();
        boolean holds = expectations.stream().allMatch(each -> each.holds(figures));
        return holds && !unanswered ? ExitCode.OK : ExitCode.THRESHOLD;
    }
}
