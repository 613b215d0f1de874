// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.doubt;

/**
 * The signs of life of one node, and the time it may give none, while requests wait, before it is doubted.
 *
 * <p><b>Patience.</b> Eight times the mean time to an answer's head, at least 100 ms and at most a fifth of the time
 * that an answer may take. The mean gives the newest answer an eighth, so one slow answer alone raises the patience at
 * least to the time it took. A node that has never answered has the most. A doubt that a check ends within a second was
 * needless and doubles the patience for ten seconds, up to eight times.
 *
 * <p><b>Doubt.</b> Begins by {@link #doubt}, and ends by {@link #trust} with an answer's octet or a passed check.
 * Meanwhile the node is checked on demand. The doubt is {@linkplain #unanswered confirmed} once that check has been out
 * for the patience as well, or has failed; where nodes have no check that an application answers, at once.
 *
 * <p>Threads: any. Fields are written without a lock; when two threads write a figure at once, one of the two values
 * stays.
 */
public final class NodeLiveness {

    private static final long LEAST_NS = 100_000_000;
    private static final int TIMES_USUAL = 8;
    private static final int NEWEST_WEIGHS = 8;
    private static final int SHARE_OF_RESPONSE = 5;
    private static final long NEEDLESS_NS = 1_000_000_000;
    private static final long REMEMBERED_NS = 10_000_000_000L;
    private static final int MOST_PATIENT = 8;
    private static final long REST_NS = 1_000_000_000;
    private static final int MOST_RESTS = 5;

    /** Signs of life closer together than this are noted once, so that loops do not contend for the cache line. */
    private static final long STEP_NS = 1_000_000;

    private volatile long answeredNs;
    private volatile long checkedNs;
    private volatile long usualNs;

    private volatile boolean doubted;
    private volatile long doubtedNs;
    private volatile boolean asked;
    private volatile long askedNs;
    private volatile boolean refuted;

    private volatile int patient = 1;
    private volatile long needlessNs;
    private volatile long trustedNs;
    private volatile int rests;

    private volatile int witness = -1;
    private volatile long witnessedNs;

    /**
     * @param nowNs monotonic, as all times here
     */
    public NodeLiveness(long nowNs) {
        answeredNs = nowNs;
        checkedNs = nowNs;
        needlessNs = nowNs - REMEMBERED_NS;
        trustedNs = nowNs;
    }

    /** An octet of an answer came. Often costs only a read. */
    public void answered(long nowNs) {
        if (nowNs - answeredNs > STEP_NS) {
            answeredNs = nowNs;
            if (rests != 0 && !doubted) {
                rests = 0;
            }
        }
    }

    /**
     * The moment when an octet of an answer last came, a millisecond more or less; the first moment when none ever did.
     */
    public long answeredNs() {
        return answeredNs;
    }

    /**
     * The moment when a check last ended a doubt; the first moment when none ever did. From then on a silence is
     * counted from zero.
     */
    public long trustedNs() {
        return trustedNs;
    }

    /**
     * True for a while after a doubt that a check ended at once: during it, waiting requests prove nothing without a
     * check.
     */
    public boolean wasNeedless(long nowNs) {
        return nowNs - needlessNs < REMEMBERED_NS;
    }

    /** The time from a whole request to the first octet of its answer, or of a check. */
    public void took(long elapsedNs) {
        long mean = usualNs;
        usualNs = mean == 0 ? Math.max(1, elapsedNs) : mean + (elapsedNs - mean) / NEWEST_WEIGHS;
    }

    /** A check of a doubted node took this time to pass; only a long one changes the usual time. */
    public void passedAfter(long elapsedNs) {
        if (elapsedNs > usualNs) {
            took(elapsedNs);
        }
    }

    /** The node may be another process by now: forgets the usual time. */
    public void renew() {
        usualNs = 0;
    }

    /** A check that an application answers has passed. */
    public void checked(long nowNs) {
        checkedNs = nowNs;
    }

    /** The moment when the node last gave a sign of life, by an answer or by a check. */
    public long aliveNs() {
        return answeredNs - checkedNs > 0 ? answeredNs : checkedNs;
    }

    /**
     * The time for which nothing may come back.
     *
     * @param responseNs the time that an answer may take
     */
    public long patienceNs(long responseNs, long nowNs) {
        long mostNs = responseNs / SHARE_OF_RESPONSE;
        long mean = usualNs;
        if (mean == 0) {
            return mostNs;
        }
        int times = wasNeedless(nowNs) ? patient : 1;
        return Math.min(mostNs, times * Math.max(LEAST_NS, TIMES_USUAL * mean));
    }

    /**
     * Begins a doubt, because nothing came back for longer than the patience.
     *
     * @return true when the doubt is new
     */
    public boolean doubt(long nowNs) {
        if (doubted) {
            return false;
        }
        doubtedNs = nowNs;
        asked = false;
        refuted = false;
        doubted = true;
        return true;
    }

    public boolean doubted() {
        return doubted;
    }

    /** A check because of the doubt has begun. */
    public void asked(long nowNs) {
        if (doubted && !asked) {
            askedNs = nowNs;
            asked = true;
        }
    }

    /** A check failed. */
    public void refuted() {
        refuted = true;
    }

    /** True when the check because of the doubt has been out for as long as the patience, or has failed. */
    public boolean unanswered(long patienceNs, long nowNs) {
        return doubted && (refuted || (asked && nowNs - askedNs > patienceNs));
    }

    /**
     * True when a second loop finds, within two looks, that nothing comes back, so that two requests wait.
     *
     * @param loop the loop that finds it
     */
    public boolean seconded(int loop, long withinNs, long nowNs) {
        boolean seconded = witness >= 0 && witness != loop && nowNs - witnessedNs <= withinNs;
        witness = loop;
        witnessedNs = nowNs;
        return seconded;
    }

    /**
     * Ends a doubt.
     *
     * @param byCheck true when a check passed, false when an answer came
     */
    public void trust(boolean byCheck, long nowNs) {
        if (!doubted) {
            return;
        }
        if (byCheck) {
            trustedNs = nowNs;
        }
        if (byCheck && nowNs - doubtedNs < NEEDLESS_NS) {
            patient = wasNeedless(nowNs) ? Math.min(MOST_PATIENT, 2 * patient) : 2;
            needlessNs = nowNs;
        }
        rests = 0;
        doubted = false;
    }

    /**
     * True when a node without checks was left alone for long enough: a second, then twice as long each time, up to 32.
     */
    public boolean rested(long nowNs) {
        if (!doubted || nowNs - doubtedNs < (REST_NS << rests)) {
            return false;
        }
        rests = Math.min(MOST_RESTS, rests + 1);
        doubted = false;
        return true;
    }

    /** Ends a doubt because no better node is left; the next rest is as long as it would have been. */
    public void tryAgain() {
        doubted = false;
    }
}
