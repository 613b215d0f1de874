// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The stored answers of one URL, the newest first. They do not change, but for the mark that somebody asked for them
 * again. Any thread.
 */
public final class StoredAnswers {

    /** The most variants of a URL; the oldest makes room. */
    private static final int MOST_VARIANTS = 16;

    private final List<StoredAnswer> answers;
    private final boolean lent;
    private volatile boolean wanted;

    StoredAnswers(List<StoredAnswer> answers) {
        this(answers, false);
    }

    private StoredAnswers(List<StoredAnswer> answers, boolean lent) {
        this.answers = List.copyOf(answers);
        this.lent = lent;
    }

    /** The same with a use of each answer for somebody who has not looked at them yet. */
    StoredAnswers lent() {
        for (StoredAnswer each : answers) {
            if (!each.retain()) {
                throw new IllegalStateException("an answer of its own is freed");
            }
        }
        return new StoredAnswers(answers, true);
    }

    /** The same with a use of each answer; null when one of them is gone. */
    @Nullable
    StoredAnswers retained() {
        for (int k = 0; k < answers.size(); k++) {
            if (!answers.get(k).retain()) {
                answers.subList(0, k).forEach(StoredAnswer::release);
                return null;
            }
        }
        return this;
    }

    /** The one who looked for answers has retained those that it uses. */
    public void seen() {
        if (lent) {
            release();
        }
    }

    /** The stored answers. */
    public List<StoredAnswer> answers() {
        return answers;
    }

    /**
     * The same with one more, in the place of the one that answers the same requests.
     *
     * @param dropped gets those that are left out
     */
    StoredAnswers with(StoredAnswer newest, List<StoredAnswer> dropped) {
        List<StoredAnswer> next = new ArrayList<>();
        next.add(newest);
        for (StoredAnswer each : answers) {
            boolean stays = next.size() < MOST_VARIANTS && !replaces(newest, each);
            (stays ? next : dropped).add(each);
        }
        StoredAnswers with = new StoredAnswers(next);
        with.want();
        return with;
    }

    /**
     * True when an answer takes the place of another one. When the names in Vary changed, the earlier answers of the
     * same way were made by other rules.
     */
    private static boolean replaces(StoredAnswer newest, StoredAnswer old) {
        boolean sameNames = newest.terms().vary().size() == old.terms().vary().size();
        for (int k = 0; sameNames && k < newest.terms().vary().size(); k++) {
            sameNames = Arrays.equals(
                    newest.terms().vary().get(k), old.terms().vary().get(k));
        }
        RequestWay way = newest.request();
        return sameNames ? old.request().agrees(way) : old.request().isBeside(way.scope(), way.cluster(), way.told());
    }

    /** True when each answer of another one is here, too. */
    boolean isAsNewAs(StoredAnswers other) {
        return other.answers.stream().allMatch(each -> answers.stream().anyMatch(mine -> mine.isCopyOf(each)));
    }

    /** Somebody asked for them after they were stored; true for the first one, and rarely for some beside it. */
    boolean want() {
        boolean first = !wanted;
        if (first) {
            wanted = true;
        }
        return first;
    }

    /** True when somebody asked for the URL after an answer of it was stored. */
    boolean isWanted() {
        return wanted;
    }

    int weight() {
        long sum = 0;
        for (StoredAnswer each : answers) {
            sum += each.weight();
        }
        return (int) Math.min(Integer.MAX_VALUE, sum);
    }

    void release() {
        answers.forEach(StoredAnswer::release);
    }
}
