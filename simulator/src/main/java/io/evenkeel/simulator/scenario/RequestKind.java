// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario;

import io.evenkeel.policy.Services;
import io.evenkeel.simulator.chance.Distribution;
import java.util.Locale;

/**
 * A kind of requests with work of its own, such as an expensive page, long polls or WebSockets; each has a path of its
 * own.
 *
 * @param name name of the kind, for tables and errors
 * @param share its share of all requests, above 0 to 1
 * @param cpuMs processor time on a core of speed 1
 * @param jdbcMs time that it holds a connection to the database, after computing; constant 0 for none
 * @param staysMs time that it stays in the server after its work, because it waits for something or is meant to stay
 * open; response times leave it out. Constant 0 for none
 * @param stay its state meanwhile
 * @param service the service that it asks for, as a rule of a cluster would tell; {@code other} for none
 */
public record RequestKind(
        String name,
        double share,
        Distribution cpuMs,
        Distribution jdbcMs,
        Distribution staysMs,
        Stay stay,
        String service) {

    /** The state of a request that stays in a server after its work. */
    public enum Stay {
        /** Keeps its worker, as a thread that sleeps or waits for another system does. */
        WORKER,
        /** Gives its worker back and is answered at the end, as an asynchronous long poll is. */
        PARKED,
        /** Gets a 101, gives its worker back and stays open, as a WebSocket does. */
        TUNNEL
    }

    /** A kind of no service. */
    public RequestKind(
            String name, double share, Distribution cpuMs, Distribution jdbcMs, Distribution staysMs, Stay stay) {
        this(name, share, cpuMs, jdbcMs, staysMs, stay, Services.OTHERS);
    }

    public RequestKind {
        ScenarioChecks.share("kinds share", share);
        ScenarioChecks.aboveZero("kinds share", share);
        ScenarioChecks.that(cpuMs.mean() > 0, "kinds cpu", "has a mean above 0", cpuMs.mean());
        ScenarioChecks.that(jdbcMs.mean() >= 0, "kinds jdbc", "has a mean of at least 0", jdbcMs.mean());
        ScenarioChecks.that(staysMs.mean() >= 0, "kinds stays", "has a mean of at least 0", staysMs.mean());
        String word = stay.name().toLowerCase(Locale.ROOT);
        ScenarioChecks.that(
                stay == Stay.WORKER || staysMs.mean() > 0,
                "kinds as",
                "needs 'stays', the time that it is " + word,
                word);
    }
}
