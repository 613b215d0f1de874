// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario;

import io.evenkeel.simulator.chance.Distribution;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * The work of a request.
 *
 * @param cpuMs processor time on a core of speed 1
 * @param jdbcMs time that it holds a connection to the database, after computing; constant 0 for none
 * @param networkMs time on the way between dispatcher and server, each way
 * @param kinds kinds of requests with other work; the rest of the requests have the work above
 * @param kindsOf the unit that is of one kind
 * @param objects objects that the other requests ask for; null when they ask for nothing that could be cached
 * @param fetch work added where a session was elsewhere before; null when a session costs nothing to move
 */
public record WorkModel(
        Distribution cpuMs,
        Distribution jdbcMs,
        double networkMs,
        List<RequestKind> kinds,
        KindsOf kindsOf,
        @Nullable ObjectModel objects,
        @Nullable SessionFetch fetch) {

    /** The unit for which a kind of requests is drawn. */
    public enum KindsOf {
        /** Each request by itself. */
        REQUEST,
        /** All requests of a session, as with users of whom some only ask for reports. */
        SESSION
    }

    public WorkModel {
        kinds = List.copyOf(kinds);
        ScenarioChecks.that(cpuMs.mean() > 0, "work cpu", "has a mean above 0", cpuMs.mean());
        ScenarioChecks.that(jdbcMs.mean() >= 0, "work jdbc", "has a mean of at least 0", jdbcMs.mean());
        ScenarioChecks.zeroOrMore("work network", networkMs);
        double shares = kinds.stream().mapToDouble(RequestKind::share).sum();
        ScenarioChecks.that(shares <= 1 + 1e-9, "work kinds", "has shares that are at most 100 % together", shares);
    }

    /** Requests of one kind. */
    public WorkModel(Distribution cpuMs, Distribution jdbcMs, double networkMs) {
        this(cpuMs, jdbcMs, networkMs, List.of(), KindsOf.REQUEST);
    }

    /** Requests without objects, of sessions that cost nothing to move. */
    public WorkModel(
            Distribution cpuMs, Distribution jdbcMs, double networkMs, List<RequestKind> kinds, KindsOf kindsOf) {
        this(cpuMs, jdbcMs, networkMs, kinds, kindsOf, null, null);
    }

    /** The names of the services of its kinds, in their order. */
    public List<String> services() {
        return kinds.stream().map(RequestKind::service).toList();
    }

    /** Mean processor time of all requests on a core of speed 1, milliseconds. */
    public double meanCpuMs() {
        return mean(cpuMs.mean(), kind -> kind.cpuMs().mean());
    }

    /** Mean time with a connection to the database of all requests, milliseconds; misses of caches are left out. */
    public double meanJdbcMs() {
        return mean(jdbcMs.mean(), kind -> kind.jdbcMs().mean());
    }

    /** Mean time for which a request keeps its worker after its work, milliseconds. */
    public double meanKeptMs() {
        return mean(
                0,
                kind -> kind.stay() == RequestKind.Stay.WORKER ? kind.staysMs().mean() : 0);
    }

    private double mean(double plain, ToDoubleFunction<RequestKind> of) {
        double plainShare = 1;
        double sum = 0;
        for (RequestKind kind : kinds) {
            plainShare -= kind.share();
            sum += kind.share() * of.applyAsDouble(kind);
        }
        return kinds.isEmpty() ? plain : sum + Math.max(0, plainShare) * plain;
    }
}
