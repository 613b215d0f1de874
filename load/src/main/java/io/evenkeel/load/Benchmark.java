// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load;

import io.evenkeel.simulator.chance.Distribution;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The load of a published benchmark on the sample application: its pages, think times and sessions.
 *
 * @param thinkMs time between an answer and the next page, ms
 * @param session requests of a session; null where the pages themselves end it
 */
public record Benchmark(
        String name, Distribution thinkMs, @Nullable Distribution session) {

    /**
     * SURGE's files: sizes of {@link SurgeSizes}, popularity by Zipf's law, its times between two pages; sessions of 6
     * requests on average (paper 3, 2.4.3), whose distribution, the geometric one, is ours. Files that are embedded in
     * others are left out, because no source of their number was at hand.
     */
    public static final String SURGE = "surge";

    private static final int FILES = 2000;

    /** The benchmark of a name. */
    public static Optional<Benchmark> find(String name) {
        if (name.equals(SURGE)) {
            return Optional.of(
                    new Benchmark(SURGE, Distribution.parse("pareto(1.5, 3s)"), Distribution.parse("geometric(6)")));
        }
        return Optional.ofNullable(StateMixes.ALL.get(name)).map(mix -> new Benchmark(name, mix.thinkMs(), null));
    }

    /** The names of all. */
    public static List<String> names() {
        return List.of(StateMixes.AUCTION.name(), StateMixes.SHOP.name(), SURGE);
    }

    /** The requests for an application, such as {@code http://127.0.0.1:9090/trade}. */
    public UserRequests pages(URI root) {
        StateMix mix = StateMixes.ALL.get(name);
        if (mix != null) {
            return new UserRequests.States(root, mix);
        }
        return new UserRequests.Files(
                root,
                root + "/files/{file}?octets={size}",
                IntStream.rangeClosed(1, FILES).mapToObj(Integer::toString).toList(),
                Distribution.parse("zipf(1.0, " + FILES + ")"),
                new SurgeSizes());
    }
}
