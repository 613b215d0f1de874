// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join;

import io.evenkeel.dispatcher.control.ReloadResult;
import io.evenkeel.dispatcher.join.ReloadSteps;
import io.evenkeel.join.report.MemberReport;
import io.evenkeel.join.report.ReloadStep;
import io.evenkeel.join.view.Peers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A reload of all members in two phases: everybody checks its own configuration, and only when all have accepted it,
 * everybody puts it in force. A member that does not answer counts as one that refuses. Members that drain are left
 * out.
 *
 * <p>A member that has accepted a round refuses those of others until it has put it in force, or that would come too
 * late: so the answer that counts in one round is not taken back by another, whatever becomes of that one. A newer
 * round of the same member takes the place of its older one, which has ended.
 *
 * <p>What can only fail while it is put in force, such as a port that is taken, fails after all have accepted; then the
 * answer names the member. Threads: one {@link #run} at a time, the rest any; checks run on {@code work}.
 */
final class GroupReload {

    private final String name;
    private final Peers peers;
    private final ReloadSteps own;
    private final Executor work;
    private final Consumer<ReloadStep> send;
    private final long checkMs;
    private final long applyMs;
    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition answered = lock.newCondition();
    private final Map<Long, ReloadStep> answers = new HashMap<>();
    private @Nullable ReloadStep asked;
    private boolean runs;
    private volatile @Nullable Accepted accepted;

    /** A round that was accepted here and may be put in force. */
    private record Accepted(long round, long by, String name, long atNs) {}

    /**
     * Reloads of a member.
     *
     * @param work runs checks and reloads that others ask for
     * @param send sends to all others
     * @param checkMs time that others have for a check
     * @param applyMs time that they have to put it in force
     * @param nanoTime monotonic
     */
    GroupReload(
            String name,
            Peers peers,
            ReloadSteps own,
            Executor work,
            Consumer<ReloadStep> send,
            long checkMs,
            long applyMs,
            LongSupplier nanoTime) {
        this.name = name;
        this.peers = peers;
        this.own = own;
        this.work = work;
        this.send = send;
        this.checkMs = checkMs;
        this.applyMs = applyMs;
        this.nanoTime = nanoTime;
    }

    /** Reloads all, or nobody. */
    ReloadResult run(long round) throws InterruptedException {
        lock.lock();
        try {
            if (runs) {
                return refused(List.of("another reload of all dispatchers is running"));
            }
            runs = true;
        } finally {
            lock.unlock();
        }
        try {
            return phases(round);
        } finally {
            end();
        }
    }

    private boolean isRunning() {
        lock.lock();
        try {
            return runs;
        } finally {
            lock.unlock();
        }
    }

    private void end() {
        lock.lock();
        try {
            runs = false;
            asked = null;
        } finally {
            lock.unlock();
        }
    }

    private ReloadResult phases(long round) throws InterruptedException {
        Map<Long, String> others = peers.working();
        List<String> problems = named(name, own.check().get());
        if (problems.isEmpty()) {
            Map<Long, ReloadStep> checked = ask(new ReloadStep(round, ReloadStep.Kind.CHECK), others.keySet(), checkMs);
            problems = problems(others, checked, "does not answer, so nobody reloads");
        }
        if (!problems.isEmpty()) {
            return refused(problems);
        }
        begin(new ReloadStep(round, ReloadStep.Kind.APPLY));
        ReloadResult mine = own.apply().get();
        Map<Long, ReloadStep> applied = answers(others.keySet(), applyMs);
        List<String> failed = new ArrayList<>(named(name, mine.problems()));
        failed.addAll(problems(others, applied, "has not said that it reloaded"));
        List<String> changes = new ArrayList<>(named(name, mine.changes()));
        applied.forEach((member, answer) -> {
            if (answer.good()) {
                changes.addAll(named(String.valueOf(others.get(member)), answer.lines()));
            }
        });
        return new ReloadResult(failed.isEmpty(), changes, failed);
    }

    private static ReloadResult refused(List<String> problems) {
        return new ReloadResult(false, List.of(), problems);
    }

    private static List<String> named(String who, List<String> lines) {
        return lines.stream().map(line -> who + ": " + line).toList();
    }

    private static List<String> problems(Map<Long, String> others, Map<Long, ReloadStep> given, String missing) {
        Set<String> problems = new TreeSet<>();
        others.forEach((member, who) -> {
            ReloadStep answer = given.get(member);
            if (answer == null) {
                problems.add(who + " " + missing);
            } else if (!answer.good()) {
                problems.addAll(named(who, answer.lines()));
            }
        });
        return List.copyOf(problems);
    }

    private Map<Long, ReloadStep> ask(ReloadStep question, Set<Long> whom, long mostMs) throws InterruptedException {
        begin(question);
        return answers(whom, mostMs);
    }

    private void begin(ReloadStep question) {
        lock.lock();
        try {
            asked = question;
            answers.clear();
        } finally {
            lock.unlock();
        }
        send.accept(question);
    }

    private Map<Long, ReloadStep> answers(Set<Long> whom, long mostMs) throws InterruptedException {
        lock.lock();
        try {
            long leftNs = TimeUnit.MILLISECONDS.toNanos(mostMs);
            while (leftNs > 0 && !answers.keySet().containsAll(whom)) {
                leftNs = answered.awaitNanos(leftNs);
            }
            Map<Long, ReloadStep> given = new HashMap<>(answers);
            given.keySet().retainAll(new HashSet<>(whom));
            return given;
        } finally {
            lock.unlock();
        }
    }

    /** A step of another member has come. */
    void onStep(MemberReport from, ReloadStep step) {
        switch (step.kind()) {
            case CHECK -> work.execute(() -> check(from, step.round()));
            case APPLY -> work.execute(() -> apply(step.round()));
            case CHECKED -> answer(from.member(), step, ReloadStep.Kind.CHECK);
            case APPLIED -> answer(from.member(), step, ReloadStep.Kind.APPLY);
        }
    }

    private void answer(long from, ReloadStep step, ReloadStep.Kind of) {
        lock.lock();
        try {
            ReloadStep question = asked;
            if (question != null && question.round() == step.round() && question.kind() == of) {
                answers.put(from, step);
                answered.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    private void check(MemberReport by, long round) {
        List<String> problems = otherRound(by.member());
        if (problems.isEmpty()) {
            problems = own.check().get();
            accepted = problems.isEmpty() ? new Accepted(round, by.member(), by.name(), nanoTime.getAsLong()) : null;
        }
        send.accept(new ReloadStep(round, ReloadStep.Kind.CHECKED, problems.isEmpty(), problems));
    }

    /** The reason why no round of a member can be accepted now; empty when one can. */
    private List<String> otherRound(long member) {
        if (isRunning()) {
            return List.of("reloads all itself at the moment; try again when that is over");
        }
        Accepted other = accepted;
        if (other == null || other.by == member) {
            return List.of();
        }
        long ageNs = nanoTime.getAsLong() - other.atNs;
        long leftNs = TimeUnit.MILLISECONDS.toNanos(checkMs + applyMs) - ageNs;
        return leftNs <= 0
                ? List.of()
                : List.of("a reload of all that was accepted " + TimeUnit.NANOSECONDS.toSeconds(ageNs)
                        + " s ago from " + other.name + " may still be put in force; try again in "
                        + (TimeUnit.NANOSECONDS.toSeconds(leftNs) + 1) + " s");
    }

    private void apply(long round) {
        Accepted checked = accepted;
        if (checked == null || checked.round != round) {
            // It came while the others checked, and was not asked.
            return;
        }
        accepted = null;
        ReloadResult result = own.apply().get();
        send.accept(new ReloadStep(
                round,
                ReloadStep.Kind.APPLIED,
                result.applied(),
                result.applied() ? result.changes() : result.problems()));
    }
}
