// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.load;

import io.evenkeel.cli.terminal.OptionTitle;
import io.evenkeel.load.ClosedPlan;
import io.evenkeel.load.Limits;
import io.evenkeel.load.OpenPlan;
import io.evenkeel.load.Ramp;
import io.evenkeel.load.UserBehaviour;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for the number of users, their arrivals and the end of the load. */
@OptionTitle("Users, arrivals and time")
final class ShapeOptions {

    @Option(
            names = {"-u", "--users"},
            paramLabel = "N",
            description = "Closed: users at the same time, each asking again after the answer (default: 10). "
                    + "Open: connections at the same time, at most (default: 1000).")
    private @Nullable Integer users;

    @Option(
            names = "--ramp",
            paramLabel = "N/TIME",
            converter = RampReader.class,
            description = "Closed: how users arrive, such as 3/10s (default: all at once).")
    private @Nullable Ramp ramp;

    @Option(
            names = {"-r", "--rate"},
            paramLabel = "RATE",
            converter = Rate.RateReader.class,
            description =
                    "Open: arrivals that do not wait for answers, such as 200/s; of requests, with --session of users.")
    private @Nullable Rate rate;

    @Option(
            names = "--arrivals",
            paramLabel = "HOW",
            description =
                    "Open: constant, poisson, 'mmpp(0.8, 1.8, 10s, 2s)', 'weibull(0.7)', 'pareto(1.5)' (default: poisson).")
    private @Nullable String arrivals;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            defaultValue = "10s",
            description = "Ends after this time (default: ${DEFAULT-VALUE}).")
    private Duration longest = Duration.ofSeconds(10);

    @Option(names = "--requests-max", paramLabel = "N", description = "Ends after this many requests, if earlier.")
    private @Nullable Long requests;

    @Option(
            names = "--warm-up",
            paramLabel = "TIME",
            defaultValue = "0s",
            description =
                    "Requests that end in this first part of the time are not counted (default: ${DEFAULT-VALUE}).")
    private Duration warmUp = Duration.ZERO;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "1",
            description = "Threads that send and receive (default: ${DEFAULT-VALUE}).")
    private int threads = 1;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "1",
            description = "Seed of all random numbers (default: ${DEFAULT-VALUE}).")
    private long seed = 1;

    long seed() {
        return seed;
    }

    boolean isOpen() {
        return rate != null;
    }

    Duration longest() {
        return longest;
    }

    Duration warmUp() {
        return warmUp;
    }

    ClosedPlan closed(UserBehaviour work) {
        if (arrivals != null) {
            throw PageOptions.usage("--arrivals belongs to an open load; say --rate too");
        }
        try {
            return new ClosedPlan(work, users == null ? 10 : users, ramp == null ? Ramp.NONE : ramp, limits());
        } catch (IllegalArgumentException e) {
            throw PageOptions.usage(String.valueOf(e.getMessage()));
        }
    }

    OpenPlan open(UserBehaviour work) {
        if (ramp != null) {
            throw PageOptions.usage("--ramp belongs to a closed load and --rate to an open one");
        }
        double perSecond = rate == null ? 1 : rate.perSecond();
        try {
            return new OpenPlan(
                    work, perSecond, arrivals == null ? "poisson" : arrivals, users == null ? 1000 : users, limits());
        } catch (IllegalArgumentException e) {
            throw PageOptions.usage(String.valueOf(e.getMessage()));
        }
    }

    private Limits limits() {
        if (longest.isZero() || warmUp.compareTo(longest) >= 0) {
            throw PageOptions.usage("--for must be longer than --warm-up");
        }
        return new Limits(longest, requests == null ? Long.MAX_VALUE : requests, threads, seed);
    }
}
