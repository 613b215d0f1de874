// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario.file;

import io.evenkeel.config.schema.Key;
import io.evenkeel.config.schema.ScalarTypes;
import io.evenkeel.config.schema.ValueType.Listing;
import io.evenkeel.config.schema.ValueType.NamedValues;
import io.evenkeel.config.schema.ValueType.Section;
import io.evenkeel.config.schema.ValueType.Word;
import io.evenkeel.policy.Services;
import io.evenkeel.simulator.chance.ArrivalProcess;
import io.evenkeel.simulator.chance.Distribution;
import io.evenkeel.simulator.scenario.AgentFault;
import io.evenkeel.simulator.scenario.LoadModel.NodeChoice;
import io.evenkeel.simulator.scenario.RequestKind;
import io.evenkeel.simulator.scenario.SamplingModel;
import io.evenkeel.simulator.scenario.ServerGroup;
import io.evenkeel.simulator.scenario.WorkModel;
import java.util.Arrays;
import java.util.function.Function;

/**
 * All keys of a scenario file and of a file of goals. Ranges of values, and rules between them, are those of the
 * records in {@code simulator.scenario}.
 */
final class ScenarioSchema {

    private static final Word<Integer> WHOLE = ScalarTypes.whole(0, Integer.MAX_VALUE);

    private static final Word<Distribution> DISTRIBUTION =
            parsed("distribution", "a distribution such as exponential(8ms)", Distribution::parse);

    private static final Word<String> ARRIVALS =
            parsed("arrivals", "arrivals such as poisson or mmpp(0.8, 1.8, 10s, 2s)", text -> {
                ArrivalProcess.parse(text, 1);
                return text;
            });

    private static final Listing POLICIES = new Listing(ScalarTypes.TEXT, 0);

    private static final Section HEAP = Section.of(
            "heap",
            Key.required("size", ScalarTypes.NUMBER, "All of it, in MB."),
            Key.required("base", ScalarTypes.NUMBER, "Live without requests, in MB."),
            Key.required("per-request", ScalarTypes.NUMBER, "Live for each request that has a worker, in MB."),
            Key.required("garbage", ScalarTypes.NUMBER, "Left by each request, in MB."),
            Key.optional("young", ScalarTypes.SHARE, "The share of the heap that garbage fills before a collection."),
            Key.required("pause", ScalarTypes.FINE_DURATION, "The shortest collection."),
            Key.required("pause-per-mb", ScalarTypes.FINE_DURATION, "Added for each live MB."));

    private static final Section ANTAGONIST = Section.of(
            "antagonist",
            Key.required("servers", ScalarTypes.SHARE, "The share of the group's servers that have one."),
            Key.required("takes", range(ScalarTypes.SHARE), "The share of the processor it takes, least and most."),
            Key.required("stays", ScalarTypes.FINE_DURATION, "The mean time it stays."),
            Key.required("away", ScalarTypes.FINE_DURATION, "The mean time it is away."));

    private static final Section FAILING = Section.of(
            "failing",
            Key.required("from", ScalarTypes.FINE_DURATION, "Since the start."),
            Key.required("until", ScalarTypes.FINE_DURATION, "Since the start."),
            Key.required("after", ScalarTypes.FINE_DURATION, "The time from a request to its error."));

    private static final Section COLD = Section.of(
            "cold",
            Key.required("factor", ScalarTypes.NUMBER, "How many times longer the first request takes."),
            Key.required("requests", WHOLE, "After which only a twentieth of the difference is left."));

    private static final Section PAUSE = Section.of(
            "pauses",
            Key.optional("from", ScalarTypes.FINE_DURATION, "Since the start; any moment when it is absent."),
            Key.required("lasts", DISTRIBUTION, "The length."),
            Key.optional("every", DISTRIBUTION, "From start to start; once when it is absent."));

    private static final Section SLOW = Section.of(
            "slow",
            PAUSE.key("from").orElseThrow(),
            PAUSE.key("lasts").orElseThrow(),
            PAUSE.key("every").orElseThrow(),
            Key.required("factor", ScalarTypes.NUMBER, "How many times longer processor time is meanwhile."));

    private static final Section AGENT = Section.of(
            "agent",
            Key.of("is", ScalarTypes.choice(AgentFault.Kind.class), "missing", "What is wrong with it."),
            Key.of("from", ScalarTypes.FINE_DURATION, "0", "Since the start."),
            Key.of("k", ScalarTypes.NUMBER, "50", "The parallelism that an agent which is `idle` claims."),
            Key.of("tasks", WHOLE, "8", "The tasks that an agent which `adds` adds."));

    private static final Section SERVERS = Section.of(
            "servers",
            Key.required("name", ScalarTypes.TEXT, "The name of the group."),
            Key.of("count", WHOLE, "1", "Servers."),
            Key.of("cores", WHOLE, "1", "Cores that compute at the same time."),
            Key.of("speed", ScalarTypes.NUMBER, "1", "The speed of a core; at 2 work takes half its time."),
            Key.required("workers", WHOLE, "Requests served at the same time."),
            Key.required("queue", WHOLE, "Requests that wait for a worker; one more is refused."),
            Key.of("jdbc", WHOLE, "0", "Connections to the database; 0 when they never run out."),
            Key.optional("heap", HEAP, "Memory and its collections."),
            Key.of("weight", ScalarTypes.NUMBER, "1", "The administrator's weight."),
            Key.of("limit", WHOLE, "0", "Requests that dispatchers together let into a server; 0 for no limit."),
            Key.of(
                    "order",
                    ScalarTypes.choice(ServerGroup.Order.class),
                    "processor-sharing",
                    "The order of requests that compute."),
            Key.optional("antagonist", ANTAGONIST, "A neighbour that takes processor time."),
            Key.optional("failing", some(FAILING), "Times in which every new request gets an error."),
            Key.optional("cold", COLD, "How a server that has just started becomes faster."),
            Key.optional("slow", some(SLOW), "Times in which processor time is longer."),
            Key.optional("pauses", some(PAUSE), "Times in which nothing comes out of a server."),
            Key.optional("agent", AGENT, "The fault of the agents."),
            Key.of("cache", WHOLE, "0", "Objects that a server has in its cache; 0 for none."),
            Key.optional("serves", new Listing(ScalarTypes.NAME, 0, true), "The services that the servers are for."));

    private static final Section KINDS = Section.of(
            "kinds",
            Key.required("name", ScalarTypes.TEXT, "The name of the kind."),
            Key.required("share", ScalarTypes.SHARE, "Its share of all requests."),
            Key.required("cpu", DISTRIBUTION, "Processor time on a core of speed 1."),
            Key.of("jdbc", DISTRIBUTION, "constant(0ms)", "Time with a connection."),
            Key.of("stays", DISTRIBUTION, "constant(0ms)", "How long a request stays in the server after its work."),
            Key.of("as", ScalarTypes.choice(RequestKind.Stay.class), "worker", "What the request is meanwhile."),
            Key.of("service", ScalarTypes.NAME, Services.OTHERS, "The service that it asks for."));

    private static final Section OBJECTS = Section.of(
            "objects",
            Key.required("asked", DISTRIBUTION, "The number of the object that a request asks for."),
            Key.required("miss", DISTRIBUTION, "Time with a connection when the server has not cached it."));

    private static final Section FETCH = Section.of(
            "fetch",
            Key.of("cpu", DISTRIBUTION, "constant(0ms)", "Processor time added, on a core of speed 1."),
            Key.of("jdbc", DISTRIBUTION, "constant(0ms)", "Time with a connection added."));

    private static final Section WORK = Section.of(
            "work",
            Key.required("cpu", DISTRIBUTION, "Processor time on a core of speed 1."),
            Key.of("jdbc", DISTRIBUTION, "constant(0ms)", "Time with a connection."),
            Key.of("network", ScalarTypes.FINE_DURATION, "0", "The time between dispatcher and server, each way."),
            Key.optional("kinds", some(KINDS), "Requests that need something else."),
            Key.of("kinds-of", ScalarTypes.choice(WorkModel.KindsOf.class), "request", "What is of one kind."),
            Key.optional("objects", OBJECTS, "What requests of no kind ask for."),
            Key.optional("fetch", FETCH, "The work added where a session was answered elsewhere before."));

    private static final Section RAMP = Section.of(
            "ramp",
            Key.required("step", WHOLE, "Users who come at the same time."),
            Key.required("every", ScalarTypes.FINE_DURATION, "The time from one step to the next."));

    private static final Section STEP = Section.of(
            "step",
            Key.required("at", ScalarTypes.FINE_DURATION, "Since the start."),
            Key.optional("rate", ScalarTypes.NUMBER, "Requests per second from then on."),
            Key.optional("of-capacity", ScalarTypes.MULTIPLE, "The same as a share of what the servers can do."));

    /** The keys of open and closed loads; {@link ScenarioReader} refuses those of the other one. */
    private static final Section LOAD = Section.of(
            "load",
            Key.optional("users", WHOLE, "Users of a closed load when all are there."),
            Key.optional("ramp", RAMP, "How the users come; all at once when it is absent."),
            Key.optional("after-failure", ScalarTypes.FINE_DURATION, "The pause instead of thinking after an error."),
            Key.optional("rate", ScalarTypes.NUMBER, "Requests per second of an open load."),
            Key.optional("of-capacity", ScalarTypes.MULTIPLE, "Instead of `rate`: a share of what the servers can do."),
            Key.optional("arrivals", ARRIVALS, "The arrivals of sessions, `poisson` when it is absent."),
            Key.optional("patience", ScalarTypes.FINE_DURATION, "After which the client is gone."),
            Key.optional("step", STEP, "Another rate from a moment on."),
            Key.of("think", DISTRIBUTION, "constant(0ms)", "From an answer to the same user's next request."),
            Key.optional("session", DISTRIBUTION, "Requests of a session."),
            Key.of(
                    "affinity",
                    ScalarTypes.choice(NodeChoice.class),
                    "none",
                    "What stays at the node of its first request."));

    private static final Section DISPATCHERS = Section.of(
            "dispatchers",
            Key.of("count", WHOLE, "1", "Dispatchers, each with a policy and a view of its own."),
            Key.optional("queue", WHOLE, "Tasks that wait in each while no node may take them."),
            Key.optional("queue-timeout", ScalarTypes.FINE_DURATION, "After which a waiting task is refused."),
            Key.optional("queue-target", ScalarTypes.FINE_DURATION, "Serves the queue by CoDel's rule."),
            Key.optional(
                    "retry", ScalarTypes.SHARE, "Requests that may go to one other node when a server refused them."),
            Key.of(
                    "admit-sessions",
                    ScalarTypes.TRUTH,
                    "false",
                    "Refuses new sessions while the servers cannot finish them."),
            Key.of(
                    "learn-concurrency",
                    ScalarTypes.TRUTH,
                    "false",
                    "Gives each server no more at once than its answers show that it can work on."),
            Key.of(
                    "joined",
                    ScalarTypes.TRUTH,
                    "false",
                    "Each tells the others every 50 to 200 ms what it has in flight."));

    private static final Section SAMPLES = Section.of(
            "samples",
            Key.of("way", ScalarTypes.choice(SamplingModel.Way.class), "piggyback", "How dispatchers hear of servers."),
            Key.optional("every", ScalarTypes.FINE_DURATION, "The least time between two samples of a server."),
            Key.optional("age", range(ScalarTypes.FINE_DURATION), "The age of a sample on arrival, least and most."));

    private static final Section MEASURE = Section.of(
            "measure",
            Key.of("warm-up", ScalarTypes.FINE_DURATION, "0", "The time before measuring begins."),
            Key.required("for", ScalarTypes.FINE_DURATION, "How long is measured."));

    private static final Section BOUNDS = Section.of(
            "goals",
            Arrays.stream(ScenarioGoal.GoalFigure.values())
                    .map(figure -> Key.optional(figure.key(), ScalarTypes.MULTIPLE, "The bound of the figure."))
                    .toArray(Key[]::new));

    /** Goals by policy. */
    private static final NamedValues GOALS = new NamedValues(BOUNDS, ScalarTypes.TEXT);

    /** A file of goals, by scenario and policy. */
    static final NamedValues EXPECTATIONS = new NamedValues(GOALS, ScalarTypes.TEXT);

    /** A scenario. */
    static final Section FILE = Section.of(
            "the scenario",
            Key.required("name", ScalarTypes.TEXT, "As people type it."),
            Key.required("what", ScalarTypes.TEXT, "One sentence."),
            Key.required("servers", new Listing(SERVERS, 1, true), "Groups of servers that are alike."),
            Key.required("work", WORK, "What a request needs."),
            Key.required("load", LOAD, "Who asks, and when."),
            Key.optional("dispatchers", DISPATCHERS, "Who chooses; one dispatcher when it is absent."),
            Key.optional("samples", SAMPLES, "How dispatchers hear of servers; not at all when it is absent."),
            Key.required("measure", MEASURE, "What is measured."),
            Key.optional("policies", POLICIES, "Compared when none are named on the command line."),
            Key.optional("weighted", POLICIES, "The policies that are told the servers' weights; absent for all."),
            Key.optional("without-affinity", POLICIES, "The policies that choose a node for each request."),
            Key.optional("goals", GOALS, "What must hold, by policy."));

    private ScenarioSchema() {}

    /** A list of sections, or one of them. */
    private static Listing some(Section item) {
        return new Listing(item, 0, true);
    }

    /** Least and most, or one value for both. */
    private static Listing range(Word<?> end) {
        return new Listing(end, 1, true);
    }

    private static <T> Word<T> parsed(String title, String expectation, Function<String, T> parse) {
        return new Word<>(title, expectation, ScalarTypes.TEXT.forms(), parse);
    }
}
