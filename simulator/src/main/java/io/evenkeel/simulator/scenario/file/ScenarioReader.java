// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario.file;

import static io.evenkeel.simulator.scenario.file.ScenarioValues.count;
import static io.evenkeel.simulator.scenario.file.ScenarioValues.distribution;
import static io.evenkeel.simulator.scenario.file.ScenarioValues.ms;
import static io.evenkeel.simulator.scenario.file.ScenarioValues.number;
import static io.evenkeel.simulator.scenario.file.ScenarioValues.words;

import io.evenkeel.config.SettingsException;
import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.schema.YamlText;
import io.evenkeel.simulator.chance.Distribution;
import io.evenkeel.simulator.scenario.AgentFault;
import io.evenkeel.simulator.scenario.Antagonist;
import io.evenkeel.simulator.scenario.ClosedLoad;
import io.evenkeel.simulator.scenario.Dispatchers;
import io.evenkeel.simulator.scenario.Failing;
import io.evenkeel.simulator.scenario.HeapModel;
import io.evenkeel.simulator.scenario.Holdings;
import io.evenkeel.simulator.scenario.LoadModel;
import io.evenkeel.simulator.scenario.LoadModel.NodeChoice;
import io.evenkeel.simulator.scenario.ObjectModel;
import io.evenkeel.simulator.scenario.OpenLoad;
import io.evenkeel.simulator.scenario.RateStep;
import io.evenkeel.simulator.scenario.RequestKind;
import io.evenkeel.simulator.scenario.SamplingModel;
import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.scenario.ServerGroup;
import io.evenkeel.simulator.scenario.SessionFetch;
import io.evenkeel.simulator.scenario.SlowPeriod;
import io.evenkeel.simulator.scenario.TimedBehaviour;
import io.evenkeel.simulator.scenario.Warming;
import io.evenkeel.simulator.scenario.WorkModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes a scenario of a text that has the form of {@link ScenarioSchema#FILE}. What the records refuse is an error at
 * the place of the value that they name.
 */
final class ScenarioReader {

    private final ScenarioValues values;

    private ScenarioReader(ScenarioValues values) {
        this.values = values;
    }

    /**
     * Reads a file's text.
     *
     * @param file its name, for errors
     * @throws ScenarioException with the place
     */
    static ScenarioFile read(String file, String text) {
        try {
            YamlText yaml = YamlText.read(file, text, ScenarioSchema.FILE);
            return new ScenarioReader(new ScenarioValues(file, yaml)).file(yaml.root(), text);
        } catch (SettingsException e) {
            throw new ScenarioException(YamlText.inWords(file, e));
        }
    }

    private ScenarioFile file(ParsedSection top, String written) {
        return values.made(top, () -> {
            ParsedSection goals = top.block("goals");
            return new ScenarioFile(
                    scenario(top),
                    words(top, "policies"),
                    top.gives("weighted") ? words(top, "weighted") : null,
                    words(top, "without-affinity"),
                    goals == null ? List.of() : goals(goals),
                    written);
        });
    }

    private Scenario scenario(ParsedSection top) {
        ParsedSection dispatchers = top.block("dispatchers");
        ParsedSection samples = top.block("samples");
        ParsedSection measure = top.section("measure");
        return new Scenario(
                top.value("name", String.class),
                top.value("what", String.class),
                top.blocks("servers").stream().map(this::group).toList(),
                work(top.section("work")),
                load(top.section("load")),
                dispatchers == null ? Dispatchers.ONE : dispatchers(dispatchers),
                samples == null ? SamplingModel.NONE : sampling(samples),
                ms(measure, "warm-up"),
                ms(measure, "for"));
    }

    private ServerGroup group(ParsedSection at) {
        ParsedSection heap = at.block("heap");
        ParsedSection antagonist = at.block("antagonist");
        return values.made(
                at,
                () -> new ServerGroup(
                        at.value("name", String.class),
                        count(at, "count"),
                        count(at, "cores"),
                        number(at, "speed"),
                        count(at, "workers"),
                        count(at, "queue"),
                        count(at, "jdbc"),
                        heap == null ? null : heap(heap),
                        number(at, "weight"),
                        count(at, "limit"),
                        at.value("order", ServerGroup.Order.class),
                        antagonist == null ? null : antagonist(antagonist),
                        at.blocks("failing").stream().map(this::failing).toList(),
                        behaviour(at),
                        new Holdings(count(at, "cache"), words(at, "serves"))));
    }

    private HeapModel heap(ParsedSection at) {
        return values.made(
                at,
                () -> new HeapModel(
                        number(at, "size"),
                        number(at, "base"),
                        number(at, "per-request"),
                        number(at, "garbage"),
                        number(at, "young", 1.0 / 3),
                        ms(at, "pause"),
                        ms(at, "pause-per-mb")));
    }

    private Antagonist antagonist(ParsedSection at) {
        List<Double> takes = values.range(at, "takes", Double.class);
        return values.made(
                at,
                () -> new Antagonist(
                        number(at, "servers"), takes.get(0), takes.get(1), ms(at, "stays"), ms(at, "away")));
    }

    private Failing failing(ParsedSection at) {
        return values.made(at, () -> new Failing(ms(at, "from"), ms(at, "until"), ms(at, "after")));
    }

    private TimedBehaviour behaviour(ParsedSection at) {
        ParsedSection cold = at.block("cold");
        ParsedSection agent = at.block("agent");
        List<SlowPeriod> slowPeriods = new ArrayList<>();
        at.blocks("slow").forEach(each -> slowPeriods.add(slowPeriod(each, number(each, "factor"))));
        at.blocks("pauses").forEach(each -> slowPeriods.add(slowPeriod(each, Double.POSITIVE_INFINITY)));
        return new TimedBehaviour(
                cold == null ? null : cold(cold), slowPeriods, agent == null ? null : agentFault(agent));
    }

    private Warming cold(ParsedSection at) {
        return values.made(at, () -> new Warming(number(at, "factor"), count(at, "requests")));
    }

    private SlowPeriod slowPeriod(ParsedSection at, double factor) {
        return values.made(
                at,
                () -> new SlowPeriod(
                        ms(at, "from", Double.NaN),
                        distribution(at, "lasts"),
                        at.find("every", Distribution.class),
                        factor));
    }

    private AgentFault agentFault(ParsedSection at) {
        return values.made(
                at,
                () -> new AgentFault(
                        at.value("is", AgentFault.Kind.class), ms(at, "from"), number(at, "k"), count(at, "tasks")));
    }

    private WorkModel work(ParsedSection at) {
        ParsedSection objects = at.block("objects");
        ParsedSection fetch = at.block("fetch");
        return values.made(
                at,
                () -> new WorkModel(
                        distribution(at, "cpu"),
                        distribution(at, "jdbc"),
                        ms(at, "network"),
                        at.blocks("kinds").stream().map(this::kind).toList(),
                        at.value("kinds-of", WorkModel.KindsOf.class),
                        objects == null ? null : objects(objects),
                        fetch == null ? null : fetch(fetch)));
    }

    private ObjectModel objects(ParsedSection at) {
        return values.made(at, () -> new ObjectModel(distribution(at, "asked"), distribution(at, "miss")));
    }

    private SessionFetch fetch(ParsedSection at) {
        return values.made(at, () -> new SessionFetch(distribution(at, "cpu"), distribution(at, "jdbc")));
    }

    private RequestKind kind(ParsedSection at) {
        return values.made(
                at,
                () -> new RequestKind(
                        at.value("name", String.class),
                        number(at, "share"),
                        distribution(at, "cpu"),
                        distribution(at, "jdbc"),
                        distribution(at, "stays"),
                        at.value("as", RequestKind.Stay.class),
                        at.value("service", String.class)));
    }

    private LoadModel load(ParsedSection at) {
        boolean open = at.gives("rate") || at.gives("of-capacity");
        if (at.gives("users") && open) {
            throw values.wrong(
                    at.keyPlace("users"), "'users' excludes 'rate' and 'of-capacity': a load is closed or open");
        }
        if (!at.gives("users") && !open) {
            throw values.wrong(
                    at.place(), "a load has 'users', or a 'rate' in requests per second, or a rate 'of-capacity'");
        }
        return values.made(at, () -> open ? open(at) : closed(at));
    }

    private ClosedLoad closed(ParsedSection at) {
        only(at, "a closed load", "arrivals", "patience", "step");
        ParsedSection ramp = at.block("ramp");
        int users = count(at, "users");
        return new ClosedLoad(
                users,
                ramp == null ? users : count(ramp, "step"),
                ramp == null ? 0 : ms(ramp, "every"),
                distribution(at, "think"),
                ms(at, "after-failure", 0),
                at.find("session", Distribution.class),
                at.value("affinity", NodeChoice.class));
    }

    private OpenLoad open(ParsedSection at) {
        only(at, "an open load", "ramp", "after-failure");
        if (at.gives("of-capacity") && at.gives("rate")) {
            throw values.wrong(at.keyPlace("rate"), "'rate' excludes 'of-capacity'");
        }
        ParsedSection step = at.block("step");
        String arrivals = at.find("arrivals", String.class);
        Distribution session = at.find("session", Distribution.class);
        return new OpenLoad(
                rate(at),
                unit(at),
                arrivals == null ? "poisson" : arrivals,
                session == null ? Distribution.parse("constant(1)") : session,
                distribution(at, "think"),
                ms(at, "patience", 0),
                at.value("affinity", NodeChoice.class),
                step == null ? null : step(step));
    }

    /** Refuses keys of the other kind of load. */
    private void only(ParsedSection at, String load, String... others) {
        for (String key : others) {
            if (at.gives(key)) {
                throw values.wrong(at.keyPlace(key), load + " has no '" + key + "'");
            }
        }
    }

    private RateStep step(ParsedSection at) {
        if (at.gives("of-capacity") == at.gives("rate")) {
            throw values.wrong(
                    at.place(), "a step goes to a 'rate' in requests per second, or to a rate 'of-capacity'");
        }
        return values.made(at, () -> new RateStep(ms(at, "at"), rate(at), unit(at)));
    }

    private static double rate(ParsedSection at) {
        return number(at, at.gives("of-capacity") ? "of-capacity" : "rate");
    }

    private static OpenLoad.RateUnit unit(ParsedSection at) {
        return at.gives("of-capacity") ? OpenLoad.RateUnit.OF_CAPACITY : OpenLoad.RateUnit.PER_SECOND;
    }

    private Dispatchers dispatchers(ParsedSection at) {
        Integer queue = at.find("queue", Integer.class);
        return values.made(
                at,
                () -> new Dispatchers(
                        count(at, "count"),
                        queue == null ? Dispatchers.ONE.queue() : queue,
                        ms(at, "queue-timeout", Dispatchers.ONE.queueTimeoutMs()),
                        ms(at, "queue-target", Dispatchers.ONE.queueTargetMs()),
                        number(at, "retry", Dispatchers.ONE.retryShare()),
                        at.value("admit-sessions", Boolean.class),
                        at.value("learn-concurrency", Boolean.class),
                        at.value("joined", Boolean.class)));
    }

    private SamplingModel sampling(ParsedSection at) {
        SamplingModel.Way way = at.value("way", SamplingModel.Way.class);
        List<Duration> age =
                at.gives("age") ? values.range(at, "age", Duration.class) : List.of(Duration.ZERO, Duration.ZERO);
        return values.made(
                at,
                () -> new SamplingModel(
                        way,
                        ms(at, "every", way == SamplingModel.Way.PIGGYBACK ? 100 : 0),
                        ms(age.get(0)),
                        ms(age.get(1))));
    }

    /** The goals of each policy that a section names. */
    static List<ScenarioGoal> goals(ParsedSection at) {
        List<ScenarioGoal> goals = new ArrayList<>();
        at.items().forEach((policy, item) -> {
            ParsedSection bounds = (ParsedSection) item.value();
            for (ScenarioGoal.GoalFigure figure : ScenarioGoal.GoalFigure.values()) {
                if (bounds.gives(figure.key())) {
                    goals.add(new ScenarioGoal(policy, figure, number(bounds, figure.key())));
                }
            }
        });
        return goals;
    }
}
