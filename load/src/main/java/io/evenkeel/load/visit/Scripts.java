// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.visit;

import io.evenkeel.load.FailureKind;
import io.evenkeel.load.UserRequests;
import io.evenkeel.load.net.ServerAnswer;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Makes the scripts of a load's users; their shared parts are made once. */
public final class Scripts {

    private final IntFunction<Script> making;

    /**
     * The scripts of one load.
     *
     * @param sessionCookie the cookie that names a session
     * @param run a word that no other load on the same database uses
     */
    public Scripts(UserRequests pages, String sessionCookie, String run, long seed) {
        if (pages instanceof UserRequests.One one) {
            making = user -> new OneScript(one, sessionCookie);
        } else if (pages instanceof UserRequests.Files files) {
            FileCalls calls = new FileCalls(files, new SplittableRandom(seed));
            making = user -> new FilesScript(calls, random(seed, user));
        } else if (pages instanceof UserRequests.Walk walk) {
            making = user -> new WalkScript(
                    walk, sessionCookie, new Trader(walk.root(), user, run, random(~seed, user)), random(seed, user));
        } else if (pages instanceof UserRequests.States states) {
            making = user -> new StatesScript(states, sessionCookie, random(seed, user));
        } else {
            throw new IllegalArgumentException("no script for " + pages);
        }
    }

    private static SplittableRandom random(long seed, int user) {
        return new SplittableRandom(seed * 1_000_003L + user);
    }

    /** The script of the user with this number, from 0. */
    public Script script(int user) {
        return making.apply(user);
    }

    /** The fault of an answer of which no more is known than its status. */
    static @Nullable FailureKind fault(ServerAnswer answer) {
        int status = answer.status();
        if (status >= 500) {
            return FailureKind.ofStatus(status);
        }
        return status >= 400 || status < 200 ? FailureKind.WRONG_STATUS : null;
    }
}
