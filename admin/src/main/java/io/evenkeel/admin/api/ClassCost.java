// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api;

import io.evenkeel.dispatcher.metrics.ClassTraffic;
import java.util.Comparator;
import java.util.List;

/**
 * The cost of a class of requests.
 *
 * @param workShare its part of the times of all answers of the cluster together, 0 to 1; 0 while there are none
 */
public record ClassCost(ClassTraffic traffic, double workShare) {

    /** The classes of a cluster, those first that cost most. */
    public static List<ClassCost> of(List<ClassTraffic> classes) {
        double allNs = classes.stream().mapToDouble(each -> each.headNs().sum()).sum();
        return classes.stream()
                .map(each -> new ClassCost(each, allNs > 0 ? each.headNs().sum() / allNs : 0))
                .sorted(Comparator.comparingDouble(ClassCost::workShare)
                        .reversed()
                        .thenComparing(each -> each.traffic().name()))
                .toList();
    }
}
