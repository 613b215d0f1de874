// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.loop;

import io.evenkeel.load.ClosedPlan;
import io.evenkeel.load.Deed;
import io.evenkeel.load.LoadPlan;
import io.evenkeel.load.net.Lanes;
import io.evenkeel.load.net.Site;
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
    public static Load start(ClosedPlan plan, Deed.Witness witness) {
        long seed = plan.limits().seed();
        Site site = Site.of(plan.work().pages().root(), plan.work().trust());
        Scripts scripts = new Scripts(plan.work().pages(), Load.runWord(), seed);
        CountDownLatch present = new CountDownLatch(plan.users());
        Lanes lanes = new Lanes(plan.limits().threads());
        Course course = new Course(plan.limits(), witness);
        User.Crowd crowd = new User.Crowd() {
            @Override
            public void free(User user, long nowNs) {
                user.comeThinking(nowNs);
            }

            @Override
            public void left(User user) {
                present.countDown();
            }
        };
        List<User> users = new ArrayList<>();
        for (int i = 0; i < plan.users(); i++) {
            SplittableRandom random = new SplittableRandom(seed * User.SEED_STEP + i);
            users.add(new User(course, plan.work(), crowd, scripts.script(i), random, lanes.lane(i), site, i, false));
        }
        List<Runnable> stops = new ArrayList<>();
        for (User user : users) {
            stops.add(user::goHome);
        }
        for (int i = 0; i < plan.users(); i++) {
            User user = users.get(i);
            long arrivalNs = course.startNs + plan.ramp().arrival(i).toNanos();
            lanes.lane(i).at(Math.min(arrivalNs, course.endNs), () -> user.comeThinking(arrivalNs));
        }
        return new RunningLoad(course, lanes, present, stops);
    }

    /** Lets the visitors of the sample application in. */
    public static Load start(LoadPlan plan) {
        return start(plan.closed(), deed -> {});
    }
}
