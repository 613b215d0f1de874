// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.client;

import io.evenkeel.simulator.chance.Distribution;
import io.evenkeel.simulator.chance.RandomStream;
import io.evenkeel.simulator.scenario.ObjectModel;
import io.evenkeel.simulator.scenario.RequestKind;
import io.evenkeel.simulator.scenario.SessionFetch;
import io.evenkeel.simulator.scenario.WorkModel;
import io.evenkeel.simulator.server.Tasks;
import org.jspecify.annotations.Nullable;

/**
 * The needs of each request, drawn from a stream of its own, so that whatever the policy does the n-th request of a
 * client asks for the same.
 */
public final class RequestDemand {

    private static final double NS_PER_MS = 1e6;

    /** A part that no request is. */
    private static final int SESSIONS = -1;

    private final WorkModel work;
    private final RequestKind[] kinds;
    private final @Nullable ObjectModel objects;
    private final Tasks tasks;
    private final boolean bySession;
    private final RandomStream random;
    private final long seed;

    /** @param tasks is told what each request needs */
    public RequestDemand(WorkModel work, Tasks tasks, long seed) {
        this.work = work;
        this.kinds = work.kinds().toArray(RequestKind[]::new);
        this.objects = work.objects();
        this.bySession = work.kindsOf() == WorkModel.KindsOf.SESSION;
        this.tasks = tasks;
        this.seed = seed;
        this.random = new RandomStream(seed);
    }

    /**
     * Sets the demand of a request.
     *
     * @param stream the user or session of the request, and {@code nth} the number of the request in it
     * @param session the session that gives all its requests one kind, where kinds are of sessions
     * @return the number of its kind, from 1; 0 for a request of none
     */
    public int draw(int request, long stream, int nth, long session) {
        double place = 1;
        if (bySession) {
            random.at(seed, session, SESSIONS);
            place = random.nextDouble();
        }
        random.at(seed, stream, nth);
        if (!bySession && kinds.length > 0) {
            place = random.nextDouble();
        }
        int kind = kind(request, place);
        SessionFetch fetch = work.fetch();
        if (fetch != null) {
            tasks.fetch(request, ns(fetch.cpuMs()), ns(fetch.jdbcMs()));
        }
        return kind;
    }

    private int kind(int request, double drawn) {
        double place = drawn;
        for (int k = 0; k < kinds.length; k++) {
            place -= kinds[k].share();
            if (place < 0) {
                RequestKind kind = kinds[k];
                tasks.set(request, ns(kind.cpuMs()), ns(kind.jdbcMs()), ns(kind.staysMs()), kind.stay());
                return k + 1;
            }
        }
        tasks.set(request, ns(work.cpuMs()), ns(work.jdbcMs()));
        if (objects != null) {
            int object = (int) Math.max(1, Math.round(objects.asked().sample(random)));
            tasks.asks(request, object, ns(objects.missMs()));
        }
        return 0;
    }

    private double ns(Distribution ms) {
        return ms.sample(random) * NS_PER_MS;
    }
}
