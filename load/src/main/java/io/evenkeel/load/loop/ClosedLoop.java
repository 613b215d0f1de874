// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.loop;

import io.evenkeel.load.ClosedPlan;
import io.evenkeel.load.FinishedRequest;
import io.evenkeel.load.LoadPlan;
import io.evenkeel.load.net.LoadLanes;
import io.evenkeel.load.net.TargetServer;
import io.evenkeel.load.visit.Scripts;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;

/**
 * Starts closed loads.
 *
 * <p>Closed means that a user waits for the answer before thinking about the next request, so a slow application slows
 * the load down; the times are those of requests that were sent, not of requests that would have been sent.
 */
public final class ClosedLoop {

    private ClosedLoop() {}

    /** Lets the users in; a user thinks before the first request too. */
    public static LoadHandle start(ClosedPlan plan, FinishedRequest.Witness witness) {
        return start(
                plan,
                witness,
                TargetServer.of(plan.work().pages().root(), plan.work().trust()));
    }

    /** The same to a server that the plan does not name. */
    public static LoadHandle start(ClosedPlan plan, FinishedRequest.Witness witness, TargetServer server) {
        long seed = plan.limits().seed();
        Scripts scripts = new Scripts(plan.work().pages(), plan.work().sessionCookie(), LoadHandle.runWord(), seed);
        CountDownLatch present = new CountDownLatch(plan.users());
        LoadLanes lanes = new LoadLanes(plan.limits().threads());
        Course course = new Course(plan.limits(), witness);
        Visitor.Crowd crowd = new Visitor.Crowd() {
            @Override
            public void free(Visitor user, long nowNs) {
                user.comeThinking(nowNs);
            }

            @Override
            public void left(Visitor user) {
                present.countDown();
            }
        };
        List<Visitor> users = new ArrayList<>();
        for (int i = 0; i < plan.users(); i++) {
            SplittableRandom random = new SplittableRandom(seed * Visitor.SEED_STEP + i);
            users.add(new Visitor(
                    course, plan.work(), crowd, scripts.script(i), random, lanes.lane(i), server, i, false));
        }
        List<Runnable> stops = new ArrayList<>();
        for (Visitor user : users) {
            stops.add(user::goHome);
        }
        for (int i = 0; i < plan.users(); i++) {
            Visitor user = users.get(i);
            long arrivalNs = course.startNs + plan.ramp().arrival(i).toNanos();
            lanes.lane(i).at(Math.min(arrivalNs, course.endNs), () -> user.comeThinking(arrivalNs));
        }
        return new RunningLoad(course, lanes, present, stops);
    }

    /** Lets the visitors of the sample application in. */
    public static LoadHandle start(LoadPlan plan) {
        return start(plan.closed(), request -> {});
    }
}
