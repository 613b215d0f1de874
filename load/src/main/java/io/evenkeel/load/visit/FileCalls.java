// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.visit;

import io.evenkeel.load.UserRequests;
import io.evenkeel.simulator.chance.Distribution;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** The requests for files of a load, made once; a file's size is drawn once and stays. For any thread. */
final class FileCalls {

    private final List<Call> calls = new ArrayList<>();
    private final Distribution popularity;

    FileCalls(UserRequests.Files files, RandomGenerator random) {
        this.popularity = files.popularity();
        Distribution sizes = files.sizes();
        for (String name : files.names()) {
            String url = files.template().replace("{file}", name);
            if (sizes != null) {
                url = url.replace("{size}", Long.toString(Math.max(1, Math.round(sizes.sample(random)))));
            }
            calls.add(Call.of(files.root(), "GET", Call.target(URI.create(url)), List.of(), "", "", false, true));
        }
    }

    Call draw(RandomGenerator random) {
        int rank = (int) Math.round(popularity.sample(random));
        return calls.get(Math.min(calls.size(), Math.max(1, rank)) - 1);
    }
}
