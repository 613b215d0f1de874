// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.rule;

import io.evenkeel.config.listener.RouteCacheSettings;
import io.evenkeel.config.listener.RouteCacheSettings.CookieUse;
import io.evenkeel.dispatcher.http.Framing;
import io.evenkeel.dispatcher.http.ResponseHead;
import io.evenkeel.dispatcher.http.text.HttpDate;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The terms on which an answer may be stored and used again (RFC 9111 §3, §4.2).
 *
 * @param lifetimeS seconds for which it is fresh, from its origin's answer on
 * @param ageS its age when it came
 * @param etag its entity tag; null for none
 * @param lastModified the time of its last change as the node wrote it; null for none
 * @param vary the names of fields, in lower case, in which requests must agree with the one that it answered
 * @param shared true when it says itself that it is for everybody, even with credentials
 * @param validate true when it may be used only after the node has confirmed it
 * @param mayBeStale false when it may not be used after its lifetime without a node's word
 * @param whileRevalidateS seconds behind the lifetime for which it may be used while it is validated
 * @param ifErrorS seconds behind the lifetime for which it may be used in place of an error
 */
public record AnswerTerms(
        long lifetimeS,
        long ageS,
        @Nullable String etag,
        @Nullable String lastModified,
        List<byte[]> vary,
        boolean shared,
        boolean validate,
        boolean mayBeStale,
        long whileRevalidateS,
        long ifErrorS) {

    private static final long DAY_S = 86_400;

    /** Statuses whose meaning a cache can keep; what else comes is passed on. */
    private static final Set<Integer> STORABLE =
            Set.of(200, 203, 204, 300, 301, 302, 303, 307, 308, 404, 405, 410, 414, 451, 501);

    /** Statuses that may be stored although nothing says for how long (RFC 9110 §15.1). */
    private static final Set<Integer> HEURISTIC = Set.of(200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501);

    /**
     * The terms of an answer; null when it is not stored.
     *
     * @param restricted true when the request proved by anything but cookies who sent it
     * @param wallS seconds since 1970
     * @param delayS seconds between request and answer
     */
    public static @Nullable AnswerTerms of(
            ResponseHead head,
            RequestTerms request,
            boolean restricted,
            RouteCacheSettings rule,
            long wallS,
            long delayS) {
        AnswerFields fields = AnswerFields.of(head);
        CacheControl control = fields.control;
        boolean forbidden =
                control.noStore() || control.isPrivate() || request.control().noStore() || fields.forbids;
        boolean unfit = head.framing() == Framing.CLOSE
                || !STORABLE.contains(head.status())
                || (restricted && !isShared(control))
                || (request.cookies() && rule.cookies() == CookieUse.EXPLICIT && !isForEverybody(control));
        if (forbidden || unfit) {
            return null;
        }
        return fields.vary == null ? null : terms(head, fields, request, rule, wallS, delayS);
    }

    private static @Nullable AnswerTerms terms(
            ResponseHead head,
            AnswerFields fields,
            RequestTerms request,
            RouteCacheSettings rule,
            long wallS,
            long delayS) {
        CacheControl control = fields.control;
        long dateS = fields.dateS == HttpDate.NONE ? wallS : fields.dateS;
        long lifetimeS = lifetime(fields, dateS);
        boolean usual = !request.cookies() && !request.authorized() && HEURISTIC.contains(head.status());
        if (lifetimeS < 0 && !control.noCache()) {
            boolean known = usual && rule.heuristic() > 0 && fields.lastModifiedS != HttpDate.NONE;
            long unchangedS = Math.max(0, dateS - fields.lastModifiedS);
            lifetimeS = known ? (long) Math.min(DAY_S, unchangedS * rule.heuristic()) : -1;
        }
        lifetimeS = Math.min(lifetimeS, fields.mostS);
        boolean confirmable = fields.etag != null && (lifetimeS == 0 || control.noCache());
        if (lifetimeS <= 0 && !confirmable) {
            return null;
        }
        boolean strict = control.mustRevalidate()
                || control.proxyRevalidate()
                || control.noCache()
                || control.sharedMaxAgeS() != CacheControl.ABSENT;
        long ifErrorS =
                control.ifErrorS() == CacheControl.ABSENT ? rule.staleIfError().toSeconds() : control.ifErrorS();
        return new AnswerTerms(
                Math.max(0, lifetimeS),
                Math.max(Math.max(0, wallS - dateS), fields.ageS + Math.max(0, delayS)),
                text(fields.etag),
                text(fields.lastModified),
                fields.vary == null ? List.of() : fields.vary,
                isShared(control),
                control.noCache(),
                !strict,
                strict ? 0 : Math.max(0, control.whileRevalidateS()),
                strict ? 0 : ifErrorS);
    }

    /** Seconds that the answer tells; -1 when it tells none. */
    private static long lifetime(AnswerFields fields, long dateS) {
        CacheControl control = fields.control;
        if (control.sharedMaxAgeS() != CacheControl.ABSENT) {
            return control.sharedMaxAgeS();
        }
        if (control.maxAgeS() != CacheControl.ABSENT) {
            return control.maxAgeS();
        }
        if (!fields.expires) {
            return -1;
        }
        return fields.expiresS == HttpDate.NONE
                ? 0
                : Math.max(0, Math.min(CacheControl.MOST_SECONDS, fields.expiresS - dateS));
    }

    /** True for answers that a cache may use for everybody although the request had credentials (RFC 9111 §3.5). */
    private static boolean isShared(CacheControl control) {
        return isForEverybody(control) || control.mustRevalidate();
    }

    private static boolean isForEverybody(CacheControl control) {
        return control.isPublic() || control.sharedMaxAgeS() != CacheControl.ABSENT;
    }

    private static @Nullable String text(byte @Nullable [] octets) {
        return octets == null ? null : new String(octets, StandardCharsets.ISO_8859_1);
    }

    /** True when a node can be asked whether the answer is still good. */
    public boolean canBeConfirmed() {
        return etag != null || lastModified != null;
    }

    /** True when a client's list of tags has that of the answer. */
    boolean isIn(byte[] octets, int from, int to) {
        String mine = etag;
        return (mine == null && to - from == 1 && octets[from] == '*')
                || (mine != null && EntityTags.has(octets, from, to, mine.getBytes(StandardCharsets.ISO_8859_1)));
    }

    /** True when a client's list of tags has that of the answer as a weak one. */
    boolean isWeaklyIn(byte[] octets, int from, int to) {
        return etag != null && EntityTags.hasWeak(octets, from, to, etag.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** True when the answer was not changed after a date that a client gives. */
    boolean unchangedSince(byte[] octets, int from, int to) {
        if (lastModified == null) {
            return false;
        }
        byte[] mine = lastModified.getBytes(StandardCharsets.ISO_8859_1);
        long sinceS = HttpDate.seconds(octets, from, to);
        long changedS = HttpDate.seconds(mine, 0, mine.length);
        return Arrays.equals(octets, from, to, mine, 0, mine.length)
                || (sinceS != HttpDate.NONE && changedS != HttpDate.NONE && changedS <= sinceS);
    }
}
