// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy;

import java.util.List;

/**
 * The numbers of services: 0 for requests of none, then the {@link #IMPACTS} in their order, then what an administrator
 * names, in the order of the rules.
 */
public final class Services {

    /** Numbers of services are below this. */
    public static final int NUMBERS = 64;

    /** The name of what no rule fits; number 0. */
    public static final String OTHERS = "other";

    /**
     * Services that say which resource their requests load: they are static or light, or load the processor, or disk or
     * database, or both. Numbers 1 to 4.
     */
    public static final List<String> IMPACTS = List.of("static", "cpu", "disk", "cpu-and-disk");

    private Services() {}

    /**
     * The number of a service.
     *
     * @param names the names of the rules, in their order; a name may stand in several
     * @return -1 when no rule has the name, or it is one too many
     */
    public static int number(String name, List<String> names) {
        if (name.equals(OTHERS)) {
            return 0;
        }
        if (IMPACTS.contains(name)) {
            return 1 + IMPACTS.indexOf(name);
        }
        int number = names.stream()
                .filter(each -> !IMPACTS.contains(each))
                .distinct()
                .toList()
                .indexOf(name);
        return number < 0 || number >= NUMBERS - 1 - IMPACTS.size() ? -1 : 1 + IMPACTS.size() + number;
    }

    /**
     * Services of a node as bits by their numbers, without those that no rule has; 0 for none.
     *
     * @param names the names of the rules, in their order
     */
    public static long bits(List<String> served, List<String> names) {
        long bits = 0;
        for (String name : served) {
            int number = number(name, names);
            bits |= number < 0 ? 0 : 1L << number;
        }
        return bits;
    }
}
