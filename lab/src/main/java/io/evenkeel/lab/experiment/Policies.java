// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import io.evenkeel.policy.PolicyCatalog;
import io.evenkeel.policy.PolicyType;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** The policies and variants that a choice names, or an experiment's own. */
public final class Policies {

    private static final PolicyCatalog CATALOG = PolicyCatalog.load();

    private Policies() {}

    /** True when a policy exists in this version. */
    public static boolean exists(String name) {
        return CATALOG.find(name).isPresent();
    }

    /**
     * The chosen ones, or the experiment's own that exist when none is chosen.
     *
     * @throws IllegalArgumentException when there is no such policy
     */
    public static List<String> chosen(List<String> chosen, List<String> own) {
        check(chosen);
        return chosen.isEmpty() ? own.stream().filter(Policies::exists).toList() : chosen;
    }

    /**
     * Checks the policies of a choice.
     *
     * @throws IllegalArgumentException when there is no such policy
     */
    public static void check(List<String> chosen) {
        for (String name : chosen) {
            if (!exists(name)) {
                throw new IllegalArgumentException("there is no policy '" + name + "'; there are: "
                        + CATALOG.all().stream().map(PolicyType::name).collect(Collectors.joining(", ")));
            }
        }
    }

    /**
     * Checks the variants of a choice.
     *
     * @throws IllegalArgumentException when an experiment does not have one of them
     */
    public static void checkVariants(List<String> chosen, Collection<String> all) {
        for (String variant : chosen) {
            if (!all.contains(variant)) {
                throw new IllegalArgumentException(
                        "there is no variant '" + variant + "'; there are: " + String.join(", ", all));
            }
        }
    }
}
