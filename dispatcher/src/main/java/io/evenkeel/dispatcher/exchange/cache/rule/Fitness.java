// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.rule;

/** The fitness of a stored answer for a request at a moment (RFC 9111 §4.2, RFC 5861). */
public enum Fitness {
    /** Used as it is. */
    FRESH,
    /** Its lifetime is over, and the client takes it all the same. */
    STALE,
    /** Its lifetime is over; it may be used while a node is asked whether it is still good. */
    WHILE_REVALIDATED,
    /** A node must be asked first. */
    OLD;

    /** The fitness of an answer of an age. */
    public static Fitness of(AnswerTerms answer, RequestTerms request, long ageS) {
        CacheControl client = request.control();
        long maxAgeS = client.maxAgeS();
        boolean tooOld = maxAgeS == 0 || (maxAgeS != CacheControl.ABSENT && ageS > maxAgeS);
        boolean tooBrief = client.minFreshS() != CacheControl.ABSENT && answer.lifetimeS() - ageS < client.minFreshS();
        if (answer.validate() || request.wantsValidated() || tooOld || tooBrief) {
            return OLD;
        }
        long staleS = ageS - answer.lifetimeS();
        if (staleS < 0) {
            return FRESH;
        }
        if (!answer.mayBeStale()) {
            return OLD;
        }
        if (staleS < client.maxStaleS()) {
            return STALE;
        }
        return staleS < answer.whileRevalidateS() ? WHILE_REVALIDATED : OLD;
    }

    /** True when an answer may stand in for an error of the nodes. */
    public static boolean rescues(AnswerTerms answer, RequestTerms request, long ageS) {
        return answer.mayBeStale() && !request.wantsValidated() && ageS - answer.lifetimeS() < answer.ifErrorS();
    }
}
