// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.chance;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The forms in which distributions are written, with what each needs. */
@SuppressWarnings("ImmutableEnumChecker") // immutable lists and functions without state
enum DistributionForm {
    CONSTANT("constant(8ms)", List.of("value"), given -> new Constant(given.value(0))),
    UNIFORM("uniform(5ms, 9ms)", List.of("smallest", "largest"), given -> new Uniform(given.value(0), given.value(1))),
    EXPONENTIAL("exponential(8ms)", List.of("mean"), given -> new Exponential(given.value(0))),
    HYPEREXPONENTIAL(
            "hyperexponential(8ms, 4)",
            List.of("mean", "*variation"),
            given -> new Hyperexponential(given.value(0), given.value(1))),
    LOGNORMAL(
            "lognormal(80ms, 0.5)",
            List.of("mean", "*variation"),
            given -> new Lognormal(given.value(0), given.value(1))),
    INVERSE_GAUSSIAN(
            "inverse-gaussian(10, 0.8)",
            List.of("mean", "*variation"),
            given -> new InverseGaussian(given.value(0), given.value(1))),
    WEIBULL("weibull(0.7, 20ms)", List.of("*shape", "mean"), given -> new Weibull(given.value(0), given.value(1))),
    PARETO(
            "pareto(1.5, 20ms, 200)",
            List.of("*shape", "mean", "*largest / smallest"),
            given -> new Pareto(
                    given.value(0), given.value(1), given.size() == 3 ? given.value(2) : Double.POSITIVE_INFINITY)),
    GEOMETRIC("geometric(10)", List.of("*mean"), given -> new Geometric(given.value(0))),
    ZIPF("zipf(1.0, 1000)", List.of("*exponent", "*ranks"), given -> new Zipf(given.value(0), given.value(1)));

    private final String example;
    /** Names of the arguments; one with a star has no unit. */
    private final List<String> parameters;

    private final Function<Expression, Distribution> making;

    DistributionForm(String example, List<String> parameters, Function<Expression, Distribution> making) {
        this.example = example;
        this.parameters = parameters;
        this.making = making;
    }

    static Distribution parse(String text) {
        Expression given = Expression.parse(text);
        DistributionForm form = Arrays.stream(values())
                .filter(each -> each.example.startsWith(given.name() + "("))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "'%s' is not a distribution; there are %s".formatted(text, examples())));
        form.check(given);
        try {
            return form.making.apply(given);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "'%s': %s; write for example %s".formatted(text, e.getMessage(), form.example), e);
        }
    }

    private void check(Expression given) {
        int least = this == PARETO ? 2 : parameters.size();
        if (given.size() < least || given.size() > parameters.size()) {
            throw new IllegalArgumentException("'%s' has %d numbers in brackets; needed are %s; write for example %s"
                    .formatted(
                            given.text(),
                            given.size(),
                            String.join(", ", parameters).replace("*", ""),
                            example));
        }
        for (int i = 0; i < given.size(); i++) {
            if (parameters.get(i).startsWith("*") && given.arguments().get(i).isTime()) {
                throw new IllegalArgumentException("'%s': %s is a plain number without a unit; write for example %s"
                        .formatted(given.text(), parameters.get(i).substring(1), example));
            }
        }
    }

    private static String examples() {
        return Arrays.stream(values()).map(form -> form.example).collect(Collectors.joining(", "));
    }
}
