// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.loop;

import io.evenkeel.load.FinishedRequest;
import io.evenkeel.load.OpenPlan;
import io.evenkeel.load.net.LoadLane;
import io.evenkeel.load.net.LoadLanes;
import io.evenkeel.load.net.TargetServer;
import io.evenkeel.load.visit.Scripts;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Starts open loads.
 *
 * <p>Open means that arrivals come at their own times and do not wait for answers. The times are those from the moment
 * a request was meant to be sent, so that they include the delay of a stall.
 */
public final class OpenLoop {

    private OpenLoop() {}

    /** Starts the load. */
    public static LoadHandle start(OpenPlan plan, FinishedRequest.Witness witness) {
        return start(
                plan,
                witness,
                TargetServer.of(plan.work().pages().root(), plan.work().trust()));
    }

    /** The same to a server that is given. */
    public static LoadHandle start(OpenPlan plan, FinishedRequest.Witness witness, TargetServer server) {
        long seed = plan.limits().seed();
        int threads = plan.limits().threads();
        Scripts scripts = new Scripts(plan.work().pages(), plan.work().sessionCookie(), LoadHandle.runWord(), seed);
        AtomicInteger numbers = new AtomicInteger();
        CountDownLatch running = new CountDownLatch(threads);
        LoadLanes lanes = new LoadLanes(threads);
        Course course = new Course(plan.limits(), witness);
        List<ArrivalSource> sources = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            LoadLane lane = lanes.lane(i);
            sources.add(new ArrivalSource(
                    course,
                    lane,
                    plan,
                    i,
                    source -> {
                        int number = numbers.getAndIncrement();
                        SplittableRandom random = new SplittableRandom(seed * Visitor.SEED_STEP + number);
                        return new Visitor(
                                course,
                                plan.work(),
                                source,
                                scripts.script(number),
                                random,
                                lane,
                                server,
                                number,
                                true);
                    },
                    running::countDown));
        }
        List<Runnable> stops = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            ArrivalSource source = sources.get(i);
            stops.add(source::stop);
            lanes.lane(i).run(source::run);
        }
        return new RunningLoad(course, lanes, running, stops);
    }

    /** Starts the load without a witness of single requests. */
    public static LoadHandle start(OpenPlan plan) {
        return start(plan, request -> {});
    }
}
