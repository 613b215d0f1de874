// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Results by key: claims find here the cells they speak about. Immutable. */
public record CellIndex(List<CellResult> all) {

    public CellIndex {
        all = List.copyOf(all);
    }

    /** The first result of a policy in a scenario, at any load. */
    public Optional<CellResult> find(String scenario, String policy, String variant) {
        return in(scenario)
                .filter(cell -> cell.key().policy().equals(policy)
                        && cell.key().variant().equals(variant))
                .findFirst();
    }

    /** The result of exactly this cell. */
    public Optional<CellResult> find(CellKey key) {
        return all.stream().filter(cell -> cell.key().equals(key)).findFirst();
    }

    /** All results of a scenario, in their order. */
    public Stream<CellResult> in(String scenario) {
        return all.stream().filter(cell -> cell.key().scenario().equals(scenario));
    }

    /** Names of the scenarios there are results of, in their order. */
    public List<String> scenarios() {
        return all.stream().map(cell -> cell.key().scenario()).distinct().toList();
    }
}
