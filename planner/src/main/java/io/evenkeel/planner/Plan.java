// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner;

import io.evenkeel.planner.PlanAnswer.Case;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * Everything that is asked of a fleet, answered in order: how many nodes, the response time, the highest rate, users,
 * what if some die, and what is the bottleneck.
 */
public final class Plan {

    /** A resource that can be busier than this has enough workers. */
    private static final double WORTH_FILLING = 0.995;

    /** Smaller shares of refused requests are in the table only. */
    private static final double WORTH_SAYING = 1e-4;

    private final Ask ask;
    private final Fleet fleet;
    private final PlanModel model;
    private final PlanModel careful;
    private final List<UpperBound> goals;
    private final List<PlanAnswer> answers = new ArrayList<>();

    private Plan(Ask ask, Fleet fleet) {
        this.ask = ask;
        this.model = ask.model() == null ? PlanModel.bestFor(fleet) : ask.model();
        this.goals = goals(ask, fleet);
        this.fleet = ask.isCountOpen() ? counted(fleet) : fleet;
        this.careful = PlanModel.carefulFor(this.fleet);
    }

    private static List<UpperBound> goals(Ask ask, Fleet fleet) {
        List<UpperBound> goals = new ArrayList<>(ask.goals());
        boolean isSaid = goals.stream().anyMatch(goal -> goal.figure() == UpperBound.BoundFigure.REFUSED);
        if (!goals.isEmpty() && !isSaid && fleet.room() != NodeKind.ANY) {
            goals.add(UpperBound.FEW_REFUSED);
        }
        return goals;
    }

    /**
     * The answers.
     *
     * @throws PlanException when the model chosen does not fit the fleet, or no number of nodes is enough
     */
    public static List<PlanAnswer> of(Fleet fleet, Ask ask) {
        return new Plan(ask, fleet).answers();
    }

    private List<PlanAnswer> answers() {
        if (!model.applies(fleet)) {
            throw new PlanException(
                    "the model "
                            + model.name().toLowerCase(Locale.ROOT).replace('_', '-')
                            + " says nothing about these nodes; leave --model out, or see 'evenkeel plan --help' for what each needs");
        }
        Double rate = ask.ratePerSecond();
        Integer users = ask.users();
        double looked = 0;
        if (rate != null) {
            response(rate);
            looked = rate;
        }
        if (users != null) {
            looked = Math.max(looked, users(users));
        }
        if (!goals.isEmpty()) {
            double highest = highestRate();
            looked = rate == null && users == null ? highest : looked;
            if (users != null) {
                highestUsers();
            }
        }
        if (ask.without() > 0) {
            without(rate == null && users == null ? looked : rate == null ? 0 : rate);
        }
        bottleneck(looked);
        return answers;
    }

    private Fleet counted(Fleet one) {
        Double rate = ask.ratePerSecond();
        if (rate == null || goals.isEmpty() || one.kinds().size() != 1) {
            throw new PlanException(
                    "the number of nodes can be found for a rate, a limit and one kind of nodes; say how many there are"
                            + " with --servers, or give --rate and a limit such as --p95 200ms");
        }
        NodeKind kind = one.kinds().get(0);
        int count = Planner.nodesFor(kind, one.arrivalVariation(), model, rate, goals);
        Fleet enough = new Fleet(List.of(kind.times(count)), one.arrivalVariation());
        List<Case> cases = new ArrayList<>();
        if (count > 1) {
            Fleet less = new Fleet(List.of(kind.times(count - 1)), one.arrivalVariation());
            cases.add(Case.of("one node less", less, at(less, model, rate)));
        }
        cases.add(Case.of("enough", enough, at(enough, model, rate)));
        String sentence = "%s at %s: %s (%s)."
                .formatted(texts(), NumberText.rate(rate), NumberText.nodes(count), model.label(enough));
        PlanModel alone = PlanModel.carefulFor(new Fleet(List.of(kind.times(2)), one.arrivalVariation()));
        int safe = Planner.nodesFor(kind, one.arrivalVariation(), alone, rate, goals);
        Fleet safely = new Fleet(List.of(kind.times(safe)), one.arrivalVariation());
        if (safe != count) {
            PlanModel used = alone.applies(safely) ? alone : model;
            cases.add(Case.of("without balancing", safely, at(safely, used, rate)));
            sentence += " Without any balancing it would be %d (%s).".formatted(safe, used.label(safely));
        }
        answers.add(new PlanAnswer("nodes", sentence, cases));
        return enough;
    }

    private static Forecast at(Fleet fleet, PlanModel model, double rate) {
        return Planner.forecast(fleet, model.applies(fleet) ? model : PlanModel.bestFor(fleet), rate);
    }

    private String texts() {
        return String.join(", ", goals.stream().map(UpperBound::text).toList());
    }

    private void response(double rate) {
        List<Case> cases = new ArrayList<>();
        Forecast main = at(fleet, model, rate);
        cases.add(Case.of("answer", fleet, main));
        for (Forecast forecast : Planner.forecasts(fleet, rate)) {
            if (!forecast.model().equals(main.model())) {
                cases.add(Case.of("other model", fleet, forecast));
            }
        }
        String sentence = Double.isInfinite(main.meanMs())
                ? "%s is more than %s can do: %s (%s)."
                        .formatted(
                                NumberText.rate(rate),
                                NumberText.nodes(fleet.nodes()),
                                NumberText.rate(main.capacityPerSecond()),
                                main.model())
                : "At %s on %s a request takes %s on average, and 95 %% are done in %s (%s)."
                        .formatted(
                                NumberText.rate(rate),
                                NumberText.nodes(fleet.nodes()),
                                NumberText.ms(main.meanMs()),
                                NumberText.ms(main.p95Ms()),
                                main.model());
        if (main.refusedShare() > WORTH_SAYING) {
            sentence += " %s are refused.".formatted(NumberText.percent(main.refusedShare()));
        }
        if (careful != model) {
            Forecast worse = at(fleet, careful, rate);
            sentence += " Without any balancing it would be %s and %s (%s)."
                    .formatted(NumberText.ms(worse.meanMs()), NumberText.ms(worse.p95Ms()), worse.model());
        }
        answers.add(new PlanAnswer("response", sentence + kept(rate), cases));
    }

    private String kept(double rate) {
        if (goals.isEmpty()) {
            return "";
        }
        boolean holds = Planner.holds(fleet, model, rate, goals);
        return " That %s %s.".formatted(holds ? "keeps" : "does not keep", texts());
    }

    private double highestRate() {
        List<Case> cases = new ArrayList<>();
        double most = Planner.highestRate(fleet, model, goals);
        String sentence;
        if (most == 0) {
            sentence = "%s is not kept at any rate: a request that is alone takes %s on average (%s)."
                    .formatted(texts(), NumberText.ms(fleet.demandMs()), model.label(fleet));
        } else {
            cases.add(Case.of("balanced", fleet, at(fleet, model, most)));
            sentence = "%s keep %s up to %s (%s)."
                    .formatted(NumberText.nodes(fleet.nodes()), texts(), NumberText.rate(most), model.label(fleet));
        }
        if (careful != model) {
            double safe = Planner.highestRate(fleet, careful, goals);
            if (safe > 0) {
                cases.add(Case.of("without balancing", fleet, at(fleet, careful, safe)));
            }
            if (most > 0) {
                sentence += " Without any balancing " + (safe > 0 ? "up to " + NumberText.rate(safe) : "at no rate")
                        + " (" + careful.label(fleet) + ").";
            }
        }
        answers.add(new PlanAnswer("highest-rate", sentence, cases));
        return most;
    }

    private double users(int users) {
        Forecast exact = Planner.usersForecast(fleet, users, ask.thinkMs());
        List<Case> cases = new ArrayList<>();
        cases.add(Case.of("answer", users, fleet, exact));
        if (fleet.kinds().size() == 1) {
            cases.add(Case.of("other model", users, fleet, Planner.schweitzer(fleet, users, ask.thinkMs())));
        }
        double knee = Planner.saturationUsers(fleet, ask.thinkMs());
        String sentence =
                "%d users who think %s get %s, each answer in %s on average, 95 %% in %s (%s). From %d users on more of"
                        + " them only wait.";
        sentence = sentence.formatted(
                users,
                NumberText.ms(ask.thinkMs()),
                NumberText.rate(exact.throughputPerSecond()),
                NumberText.ms(exact.meanMs()),
                NumberText.ms(exact.p95Ms()),
                exact.model(),
                Math.round(knee));
        if (exact.refusedShare() > WORTH_SAYING) {
            sentence += " %s of what they ask is refused.".formatted(NumberText.percent(exact.refusedShare()));
        }
        answers.add(new PlanAnswer("users", sentence, cases));
        return exact.ratePerSecond();
    }

    private void highestUsers() {
        int most = Planner.highestUsers(fleet, ask.thinkMs(), goals);
        List<Case> cases = most == 0
                ? List.of()
                : List.of(Case.of("balanced", most, fleet, Planner.usersForecast(fleet, most, ask.thinkMs())));
        String sentence = most == 0
                ? "%s is not kept for a single user.".formatted(texts())
                : "%s keep %s for up to %d users who think %s (%s)."
                        .formatted(
                                NumberText.nodes(fleet.nodes()),
                                texts(),
                                most,
                                NumberText.ms(ask.thinkMs()),
                                cases.get(0).forecast().model());
        answers.add(new PlanAnswer("highest-users", sentence, cases));
    }

    private void without(double rate) {
        List<Case> cases = new ArrayList<>();
        for (NodeKind kind : fleet.kinds()) {
            if (ask.without() <= kind.count() && ask.without() < fleet.nodes()) {
                Fleet left = fleet.without(kind, ask.without());
                String of = "without %d of '%s'".formatted(ask.without(), kind.name());
                if (rate > 0) {
                    cases.add(Case.of(of, left, at(left, model, rate)));
                }
                Integer users = ask.users();
                if (users != null) {
                    cases.add(Case.of(of, users, left, Planner.usersForecast(left, users, ask.thinkMs())));
                }
            }
        }
        if (cases.isEmpty()) {
            throw new PlanException("without " + ask.without() + " of " + fleet.nodes()
                    + " nodes nothing can be said; let fewer die than there are of a kind");
        }
        Case worst = cases.stream()
                .max(Comparator.comparingDouble((Case each) -> each.forecast().p95Ms())
                        .thenComparingDouble(each -> each.forecast().utilizationShare()))
                .orElseThrow();
        Forecast forecast = worst.forecast();
        String sentence = Double.isInfinite(forecast.meanMs())
                ? "Without %s the other %s are overloaded at %s: they can do %s (%s)."
                        .formatted(
                                dead(worst),
                                NumberText.nodes(forecast.nodes()),
                                NumberText.rate(forecast.ratePerSecond()),
                                NumberText.rate(forecast.capacityPerSecond()),
                                forecast.model())
                : "Without %s the other %s take %s on average, 95 %% are done in %s, and %s are refused (%s)."
                        .formatted(
                                dead(worst),
                                NumberText.nodes(forecast.nodes()),
                                NumberText.ms(forecast.meanMs()),
                                NumberText.ms(forecast.p95Ms()),
                                NumberText.percent(forecast.refusedShare()),
                                forecast.model());
        answers.add(new PlanAnswer("without", sentence, cases));
    }

    private String dead(Case worst) {
        return worst.of().replace("without ", "");
    }

    private void bottleneck(double rate) {
        List<Case> cases = new ArrayList<>();
        StringBuilder sentence = new StringBuilder();
        double looked = rate > 0 ? rate : fleet.capacityPerSecond() / 2;
        double capacity = at(fleet, model, looked).capacityPerSecond();
        for (Bottleneck bottleneck : Bottleneck.of(fleet, looked)) {
            NodeKind kind = fleet.kinds().stream()
                    .filter(each -> each.name().equals(bottleneck.kind()))
                    .findFirst()
                    .orElseThrow();
            Fleet more = Bottleneck.doubled(fleet, kind, bottleneck.resource());
            Forecast then = at(more, model, looked);
            cases.add(Case.of(
                    "twice the %s of '%s', now %s busy"
                            .formatted(
                                    bottleneck.resource(),
                                    bottleneck.kind(),
                                    NumberText.percent(bottleneck.utilizationShare())),
                    more,
                    then));
            if (bottleneck.isBottleneck()) {
                sentence.append("%sThe bottleneck of '%s' is %s: %s on %d, %s busy at %s%s; twice as much of it %s."
                        .formatted(
                                sentence.isEmpty() ? "" : " ",
                                bottleneck.kind(),
                                bottleneck.resource(),
                                NumberText.ms(bottleneck.demandMs()),
                                bottleneck.units(),
                                NumberText.percent(bottleneck.utilizationShare()),
                                NumberText.rate(looked),
                                atMost(bottleneck.utilizationShare() * capacity / looked),
                                brought(capacity, then.capacityPerSecond())));
            }
        }
        answers.add(new PlanAnswer("bottleneck", sentence.toString(), cases));
    }

    /**
     * The words for a resource that is less busy than its nodes: with all of their workers taken, some of it is still
     * free now and then.
     */
    private String atMost(double share) {
        boolean isFilled = share > WORTH_FILLING || fleet.kinds().size() > 1;
        return isFilled
                ? ""
                : " and never more than %s, because workers do not keep it filled".formatted(NumberText.percent(share));
    }

    private static String brought(double now, double then) {
        return then < now * 1.001
                ? "alone gains nothing, because another resource is a bottleneck as early"
                : "lifts the capacity from %s to %s".formatted(NumberText.rate(now), NumberText.rate(then));
    }
}
