// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.chance;

/** The forms in which arrival processes are written. */
final class ArrivalForm {

    private static final String FORMS = "constant, poisson, mmpp(0.8, 1.8, 10s, 2s), weibull(0.7), pareto(1.5), "
            + "pareto(1.5, 1000), hyperexponential(4)";

    private ArrivalForm() {}

    static ArrivalProcess parse(String text, double perSecond) {
        if (!(perSecond > 0 && perSecond <= 1e9)) {
            throw new IllegalArgumentException("a rate of %s per second; it must be above 0".formatted(perSecond));
        }
        Expression given = Expression.parse(text);
        double gapNs = 1e9 / perSecond;
        try {
            return switch (given.name()) {
                case "constant" -> renewal(given, 0, 0, () -> new Constant(gapNs));
                case "poisson" -> renewal(given, 0, 0, () -> new Exponential(gapNs));
                case "weibull" -> renewal(given, 1, 1, () -> new Weibull(given.value(0), gapNs));
                case "hyperexponential" -> renewal(given, 1, 1, () -> new Hyperexponential(gapNs, given.value(0)));
                case "pareto" ->
                    renewal(
                            given,
                            1,
                            2,
                            () -> new Pareto(
                                    given.value(0),
                                    gapNs,
                                    given.size() == 2 ? given.value(1) : Double.POSITIVE_INFINITY));
                case "mmpp" -> mmpp(given, perSecond);
                default -> throw new IllegalArgumentException("no such arrival process");
            };
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("'%s': %s; there are %s".formatted(text, e.getMessage(), FORMS), e);
        }
    }

    /** Makes the gaps after their parameters were counted. */
    private interface Gaps {
        Distribution make();
    }

    private static ArrivalProcess renewal(Expression given, int least, int most, Gaps gaps) {
        count(given, least, most);
        if (given.arguments().stream().anyMatch(Expression.Argument::isTime)) {
            throw new IllegalArgumentException("its numbers have no unit, the rate is given apart");
        }
        return new Renewal(gaps.make());
    }

    private static ArrivalProcess mmpp(Expression given, double perSecond) {
        count(given, 4, 4);
        for (int i = 0; i < 4; i++) {
            if (given.arguments().get(i).isTime() != i >= 2) {
                throw new IllegalArgumentException("it needs two levels of the rate and two times");
            }
        }
        return new ModulatedPoisson(perSecond, given.value(0), given.value(1), given.value(2), given.value(3));
    }

    private static void count(Expression given, int least, int most) {
        if (given.size() < least || given.size() > most) {
            throw new IllegalArgumentException("%d numbers in brackets, where %s"
                    .formatted(given.size(), most == 0 ? "none belong" : most + " belong"));
        }
    }
}
