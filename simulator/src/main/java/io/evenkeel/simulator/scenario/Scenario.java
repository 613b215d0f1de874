// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario;

import io.evenkeel.policy.Services;
import java.util.List;
import java.util.Locale;

/**
 * A cluster, its load and the times of a run.
 *
 * <p>Slots of nodes count through the groups: the first server of the first group has slot 0. A run has three phases:
 * until {@link #measuredFromMs()} only failures are counted, apart from the others; until {@link #measuredUntilMs()}
 * everything is measured; until {@link #endMs()} the users of a closed load leave.
 *
 * @param name the name that people type, kebab-case
 * @param what the special thing about it, in one sentence
 * @param servers groups of servers in the order of their slots
 * @param warmUpMs time before measuring begins; of a closed load from the moment the last user has come
 * @param measuredMs length of the measured time
 */
public record Scenario(
        String name,
        String what,
        List<ServerGroup> servers,
        WorkModel work,
        LoadModel load,
        Dispatchers dispatchers,
        SamplingModel sampling,
        double warmUpMs,
        double measuredMs) {

    public Scenario {
        servers = List.copyOf(servers);
        ScenarioChecks.that(
                name.matches("[a-z0-9]+(-[a-z0-9]+)*"), "name", "is kebab-case, such as 'two-speeds'", name);
        ScenarioChecks.that(!servers.isEmpty(), "servers", "has at least one group", servers);
        ScenarioChecks.zeroOrMore("warm-up", warmUpMs);
        for (ServerGroup group : servers) {
            for (String service : group.holdings().serves()) {
                ScenarioChecks.that(
                        Services.number(service, work.services()) >= 0, "serves", "names services of kinds", service);
            }
        }
        ScenarioChecks.aboveZero("measured", measuredMs);
    }

    /** The number of nodes. */
    public int nodes() {
        return servers.stream().mapToInt(ServerGroup::count).sum();
    }

    /**
     * The group that a node belongs to.
     *
     * @throws IndexOutOfBoundsException unless the slot is below {@link #nodes()}
     */
    public ServerGroup server(int slot) {
        int left = slot;
        for (ServerGroup group : servers) {
            if (left >= 0 && left < group.count()) {
                return group;
            }
            left -= group.count();
        }
        throw new IndexOutOfBoundsException("slot " + slot + " of " + nodes());
    }

    /**
     * Requests per second that all nodes together can do at most: each is bound by its cores, its JDBC connections or
     * its workers, whichever is first. Collections of the heap, antagonists and failures take from it and are not
     * counted.
     */
    public double capacityPerSecond() {
        return servers.stream()
                .mapToDouble(group -> group.count() * group.capacityPerSecond(work))
                .sum();
    }

    /** Mean requests per second of an open load for the whole cluster; NaN of a closed one. */
    public double ratePerSecond() {
        return load instanceof OpenLoad open ? open.ratePerSecond(capacityPerSecond()) : Double.NaN;
    }

    /** The same after the step of the load; as before when there is none. */
    public double ratePerSecondAfter() {
        return load instanceof OpenLoad open ? open.ratePerSecondAfter(capacityPerSecond()) : Double.NaN;
    }

    /** The load in a few words: {@code 30 users}, {@code 160 requests/s}, {@code 60, then 960 requests/s}. */
    public String loadInWords() {
        if (users() > 0) {
            return users() + " users";
        }
        String first = String.format(Locale.ROOT, "%.0f", ratePerSecond());
        String then = String.format(Locale.ROOT, "%.0f", ratePerSecondAfter());
        return (first.equals(then) ? first : first + ", then " + then) + " requests/s";
    }

    /** Users of a closed load; 0 of an open one. */
    public int users() {
        return load instanceof ClosedLoad closed ? closed.users() : 0;
    }

    /**
     * The same with another number of users.
     *
     * @throws IllegalArgumentException when the load is open
     */
    public Scenario withUsers(int users) {
        if (!(load instanceof ClosedLoad closed)) {
            throw new IllegalArgumentException(
                    "scenario '" + name + "' has no users: its load is open, so its rate is what can be changed");
        }
        return with(closed.withUsers(users));
    }

    /** The same with another load. */
    public Scenario with(LoadModel other) {
        return new Scenario(name, what, servers, work, other, dispatchers, sampling, warmUpMs, measuredMs);
    }

    /** The same with a weight of 1 for every server. */
    public Scenario withoutWeights() {
        List<ServerGroup> even =
                servers.stream().map(group -> group.withWeight(1)).toList();
        return new Scenario(name, what, even, work, load, dispatchers, sampling, warmUpMs, measuredMs);
    }

    /** The same with a choice of a node for each request. */
    public Scenario withoutAffinity() {
        return with(load.withoutAffinity());
    }

    /** The same with dispatchers that refuse new sessions while the servers cannot finish them. */
    public Scenario admitting() {
        return new Scenario(name, what, servers, work, load, dispatchers.admitting(), sampling, warmUpMs, measuredMs);
    }

    /** The same with another number of dispatchers. */
    public Scenario behind(int count) {
        return new Scenario(name, what, servers, work, load, dispatchers.of(count), sampling, warmUpMs, measuredMs);
    }

    /** The same with dispatchers that tell each other what they have in flight. */
    public Scenario joined() {
        return new Scenario(name, what, servers, work, load, dispatchers.join(), sampling, warmUpMs, measuredMs);
    }

    /** The same with other samples. */
    public Scenario sampled(SamplingModel other) {
        return new Scenario(name, what, servers, work, load, dispatchers, other, warmUpMs, measuredMs);
    }

    /** The same, looked at for another time. */
    public Scenario lasting(double newWarmUpMs, double newMeasuredMs) {
        return new Scenario(name, what, servers, work, load, dispatchers, sampling, newWarmUpMs, newMeasuredMs);
    }

    /** The time when measuring begins. */
    public double measuredFromMs() {
        return load.rampMs() + warmUpMs;
    }

    /** The time when measuring ends. */
    public double measuredUntilMs() {
        return measuredFromMs() + measuredMs;
    }

    /** The time when the last user has left and no request comes any more. */
    public double endMs() {
        return measuredUntilMs() + load.rampDownMs();
    }
}
