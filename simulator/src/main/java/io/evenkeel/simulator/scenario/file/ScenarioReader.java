// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.scenario.file;

import io.evenkeel.simulator.chance.ArrivalProcess;
import io.evenkeel.simulator.scenario.AgentFault;
import io.evenkeel.simulator.scenario.Antagonist;
import io.evenkeel.simulator.scenario.ClosedLoad;
import io.evenkeel.simulator.scenario.Dispatchers;
import io.evenkeel.simulator.scenario.Failing;
import io.evenkeel.simulator.scenario.Habits;
import io.evenkeel.simulator.scenario.Heap;
import io.evenkeel.simulator.scenario.Kind;
import io.evenkeel.simulator.scenario.Load;
import io.evenkeel.simulator.scenario.Load.Affinity;
import io.evenkeel.simulator.scenario.OpenLoad;
import io.evenkeel.simulator.scenario.Sampling;
import io.evenkeel.simulator.scenario.Scenario;
import io.evenkeel.simulator.scenario.ServerGroup;
import io.evenkeel.simulator.scenario.Spell;
import io.evenkeel.simulator.scenario.Step;
import io.evenkeel.simulator.scenario.Warming;
import io.evenkeel.simulator.scenario.Work;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/** Makes a scenario of the text of a file; the only place that knows the keys. */
final class ScenarioReader {

    private static final Map<String, Affinity> AFFINITIES = words(Affinity.NONE, Affinity.SESSION);
    private static final Map<String, ServerGroup.Order> ORDERS =
            words(ServerGroup.Order.PROCESSOR_SHARING, ServerGroup.Order.FIFO);
    private static final Map<String, Sampling.Way> WAYS =
            words(Sampling.Way.PIGGYBACK, Sampling.Way.POLLED, Sampling.Way.NONE);
    private static final Map<String, AgentFault.Kind> AGENTS = words(AgentFault.Kind.values());
    private static final Map<String, Work.KindsOf> KINDS_OF = words(Work.KindsOf.REQUEST, Work.KindsOf.SESSION);
    private static final Map<String, Kind.Stay> STAYS = words(Kind.Stay.WORKER, Kind.Stay.PARKED, Kind.Stay.TUNNEL);

    private ScenarioReader() {}

    /**
     * Reads a file's text.
     *
     * @param file its name, for errors
     * @throws ScenarioException with the place
     */
    static ScenarioFile read(String file, String text) {
        Section top = new Section(file, parse(file, text));
        return top.build(() -> {
            Scenario scenario = scenario(top);
            List<String> policies = top.words("policies");
            List<Goal> goals = top.has("goals") ? goals(top.section("goals")) : List.of();
            List<String> weighted = top.has("weighted") ? top.words("weighted") : null;
            return new ScenarioFile(scenario, policies, weighted, goals, text);
        });
    }

    static Node parse(String file, String text) {
        try {
            return new Compose(LoadSettings.builder()
                            .setLabel(file)
                            .setBufferSize(
                                    text.length() + 2) // whole: at a buffer's end the parser fails on a surrogate pair
                            .build())
                    .composeString(text)
                    .orElseThrow(() -> new ScenarioException(file + ": the file is empty"));
        } catch (MarkedYamlEngineException e) {
            throw new ScenarioException(e.getProblemMark()
                            .map(at -> "%s:%d:%d".formatted(file, at.getLine() + 1, at.getColumn() + 1))
                            .orElse(file)
                    + ": not valid YAML: " + e.getProblem());
        } catch (YamlEngineException e) {
            throw new ScenarioException(file + ": not valid YAML: " + e.getMessage());
        }
    }

    private static Scenario scenario(Section top) {
        Section measure = top.section("measure");
        double warmUpMs = measure.timeMs("warm-up", 0);
        double measuredMs = measure.timeMs("for");
        measure.build(() -> measure);
        return new Scenario(
                top.text("name"),
                top.text("what"),
                top.sections("servers").stream().map(ScenarioReader::group).toList(),
                work(top.section("work")),
                load(top.section("load")),
                top.has("dispatchers") ? dispatchers(top.section("dispatchers")) : Dispatchers.ONE,
                top.has("samples") ? sampling(top.section("samples")) : Sampling.NONE,
                warmUpMs,
                measuredMs);
    }

    private static ServerGroup group(Section at) {
        return at.build(() -> new ServerGroup(
                at.text("name"),
                at.count("count", 1),
                at.count("cores", 1),
                at.number("speed", 1),
                at.count("workers"),
                at.count("queue"),
                at.count("jdbc", 0),
                at.has("heap") ? heap(at.section("heap")) : null,
                at.number("weight", 1),
                at.count("limit", 0),
                at.word("order", ServerGroup.Order.PROCESSOR_SHARING, ORDERS),
                at.has("antagonist") ? antagonist(at.section("antagonist")) : null,
                at.has("failing")
                        ? at.sections("failing").stream()
                                .map(ScenarioReader::failing)
                                .toList()
                        : List.of(),
                habits(at)));
    }

    private static Heap heap(Section at) {
        return at.build(() -> new Heap(
                at.number("size"),
                at.number("base"),
                at.number("per-request"),
                at.number("garbage"),
                at.has("young") ? at.share("young") : 1.0 / 3,
                at.timeMs("pause"),
                at.timeMs("pause-per-mb")));
    }

    private static Antagonist antagonist(Section at) {
        return at.build(() -> {
            List<Section.Value> takes = at.range("takes");
            return new Antagonist(
                    at.share("servers"),
                    takes.get(0).share(),
                    takes.get(1).share(),
                    at.timeMs("stays"),
                    at.timeMs("away"));
        });
    }

    private static Failing failing(Section at) {
        return at.build(() -> new Failing(at.timeMs("from"), at.timeMs("until"), at.timeMs("after")));
    }

    private static Work work(Section at) {
        return at.build(() -> new Work(
                at.distribution("cpu"),
                at.distribution("jdbc", "constant(0ms)"),
                at.timeMs("network", 0),
                at.has("kinds")
                        ? at.sections("kinds").stream()
                                .map(ScenarioReader::kind)
                                .toList()
                        : List.of(),
                at.word("kinds-of", Work.KindsOf.REQUEST, KINDS_OF)));
    }

    private static Kind kind(Section at) {
        return at.build(() -> new Kind(
                at.text("name"),
                at.share("share"),
                at.distribution("cpu"),
                at.distribution("jdbc", "constant(0ms)"),
                at.distribution("stays", "constant(0ms)"),
                at.word("as", Kind.Stay.WORKER, STAYS)));
    }

    private static Habits habits(Section at) {
        List<Spell> spells = new ArrayList<>();
        if (at.has("slow")) {
            at.sections("slow").forEach(each -> spells.add(spell(each, false)));
        }
        if (at.has("pauses")) {
            at.sections("pauses").forEach(each -> spells.add(spell(each, true)));
        }
        return new Habits(
                at.has("cold") ? cold(at.section("cold")) : null,
                spells,
                at.has("agent") ? agentFault(at.section("agent")) : null);
    }

    private static Warming cold(Section at) {
        return at.build(() -> new Warming(at.number("factor"), at.count("requests")));
    }

    private static Spell spell(Section at, boolean isPause) {
        return at.build(() -> new Spell(
                at.timeMs("from", Double.NaN),
                at.distribution("lasts"),
                at.has("every") ? at.distribution("every") : null,
                isPause ? Double.POSITIVE_INFINITY : at.number("factor")));
    }

    private static AgentFault agentFault(Section at) {
        return at.build(() -> new AgentFault(
                at.word("is", AgentFault.Kind.MISSING, AGENTS),
                at.timeMs("from", 0),
                at.number("k", 50),
                at.count("tasks", 8)));
    }

    private static Load load(Section at) {
        if (at.has("users") && (at.has("rate") || at.has("of-capacity"))) {
            throw at.wrong("users", "excludes 'rate' and 'of-capacity': a load is closed or open");
        }
        return at.build(() -> at.has("users") ? closed(at) : open(at));
    }

    private static ClosedLoad closed(Section at) {
        int users = at.count("users");
        int step = users;
        double everyMs = 0;
        if (at.has("ramp")) {
            Section ramp = at.section("ramp");
            step = ramp.count("step");
            everyMs = ramp.timeMs("every");
            ramp.build(() -> ramp);
        }
        return new ClosedLoad(
                users,
                step,
                everyMs,
                at.distribution("think", "constant(0ms)"),
                at.timeMs("after-failure", 0),
                at.has("session") ? at.distribution("session") : null,
                at.word("affinity", Affinity.NONE, AFFINITIES));
    }

    private static OpenLoad open(Section at) {
        boolean ofCapacity = at.has("of-capacity");
        if (ofCapacity && at.has("rate")) {
            throw at.wrong("rate", "excludes 'of-capacity'");
        }
        if (!ofCapacity && !at.has("rate")) {
            throw new IllegalArgumentException(
                    "a load has 'users', or a 'rate' in requests per second, or a rate 'of-capacity'");
        }
        return new OpenLoad(
                ofCapacity ? at.share("of-capacity") : at.number("rate"),
                ofCapacity ? OpenLoad.Unit.OF_CAPACITY : OpenLoad.Unit.PER_SECOND,
                at.has("arrivals") ? at.read("arrivals", ScenarioReader::arrivals) : "poisson",
                at.distribution("session", "constant(1)"),
                at.distribution("think", "constant(0ms)"),
                at.timeMs("patience", 0),
                at.word("affinity", Affinity.NONE, AFFINITIES),
                at.has("step") ? step(at.section("step")) : null);
    }

    private static Step step(Section at) {
        return at.build(() -> {
            double atMs = at.timeMs("at");
            boolean ofCapacity = at.has("of-capacity");
            if (ofCapacity == at.has("rate")) {
                throw new IllegalArgumentException(
                        "a step goes to a 'rate' in requests per second, or to a rate 'of-capacity'");
            }
            return new Step(
                    atMs,
                    ofCapacity ? at.share("of-capacity") : at.number("rate"),
                    ofCapacity ? OpenLoad.Unit.OF_CAPACITY : OpenLoad.Unit.PER_SECOND);
        });
    }

    private static String arrivals(String text) {
        ArrivalProcess.parse(text, 1);
        return text;
    }

    private static Dispatchers dispatchers(Section at) {
        return at.build(() -> new Dispatchers(
                at.count("count", 1),
                at.count("queue", Dispatchers.ONE.queue()),
                at.timeMs("queue-timeout", Dispatchers.ONE.queueTimeoutMs()),
                at.timeMs("queue-target", Dispatchers.ONE.queueTargetMs()),
                at.has("retry") ? at.share("retry") : Dispatchers.ONE.retryShare()));
    }

    private static Sampling sampling(Section at) {
        return at.build(() -> {
            Sampling.Way way = at.word("way", Sampling.Way.PIGGYBACK, WAYS);
            List<Section.Value> age = at.has("age") ? at.range("age") : List.of();
            return new Sampling(
                    way,
                    at.timeMs("every", way == Sampling.Way.PIGGYBACK ? 100 : 0),
                    age.isEmpty() ? 0 : age.get(0).timeMs(),
                    age.isEmpty() ? 0 : age.get(1).timeMs());
        });
    }

    static List<Goal> goals(Section at) {
        List<Goal> goals = new ArrayList<>();
        for (String policy : at.names()) {
            Section bounds = at.section(policy);
            bounds.build(() -> {
                for (Goal.Figure figure : Goal.Figure.values()) {
                    if (bounds.has(figure.key())) {
                        goals.add(new Goal(policy, figure, bounds.share(figure.key())));
                    }
                }
                return bounds;
            });
        }
        return goals;
    }

    @SafeVarargs
    private static <E extends Enum<E>> Map<String, E> words(E... values) {
        Map<String, E> words = new LinkedHashMap<>();
        for (E value : values) {
            words.put(value.name().toLowerCase(Locale.ROOT).replace('_', '-'), value);
        }
        return words;
    }
}
