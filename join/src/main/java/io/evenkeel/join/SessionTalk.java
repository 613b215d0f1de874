// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join;

import io.evenkeel.dispatcher.affinity.joint.JointSessions;
import io.evenkeel.dispatcher.affinity.joint.SessionWalk;
import io.evenkeel.dispatcher.affinity.joint.ToldSessions;
import io.evenkeel.join.group.GroupWire;
import io.evenkeel.join.report.MemberReport;
import io.evenkeel.join.report.ReportWriter;
import io.evenkeel.join.view.Peers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Learned sessions on their way between members: news to all in each turn, {@value JointSessions#MOST_TOGETHER} at
 * most, and to a member that came all that are known: the first {@value #MOST_AT_ONCE} at once, the rest some 2,000 in
 * each turn. None of it waits for a member, and none has to arrive: a session is told again when it is used.
 *
 * <p>Threads: {@link #turn} is serial, the rest any.
 */
final class SessionTalk {

    static final int MOST_AT_ONCE = 100_000;

    private final JointSessions sessions;
    private final long member;
    private final String name;
    private final Queue<Newcomer> newcomers = new ConcurrentLinkedQueue<>();

    private record Newcomer(String name, SessionWalk walk) {}

    SessionTalk(JointSessions sessions, long member, String name) {
        this.sessions = sessions;
        this.member = member;
        this.name = name;
    }

    /** Tells news, and a newcomer the next part of all; those who are not there any more are forgotten. */
    void turn(GroupWire way, Supplier<Collection<String>> members) {
        sessions.news().forEach(each -> way.sendOnce(message(each)));
        forget(members);
        Newcomer first = newcomers.peek();
        if (first != null) {
            ToldSessions next = first.walk.next();
            if (next == null) {
                newcomers.remove(first);
            } else {
                way.sendOnce(message(next), first.name);
            }
        }
    }

    private void forget(Supplier<Collection<String>> members) {
        // Those who come while this is done are not among them.
        List<Newcomer> waiting = List.copyOf(newcomers);
        if (!waiting.isEmpty()) {
            Collection<String> there = members.get();
            waiting.stream().filter(each -> !there.contains(each.name)).forEach(newcomers::remove);
        }
    }

    private byte[] message(ToldSessions told) {
        return ReportWriter.write(MemberReport.of(member, name, told));
    }

    void heard(@Nullable ToldSessions told) {
        if (told != null) {
            sessions.hear(told);
        }
    }

    /** A member came, to which this one tells all; of {@link Peers#MOST} who wait, the oldest makes room. */
    void came(String newcomer) {
        newcomers.removeIf(each -> each.name.equals(newcomer));
        while (newcomers.size() >= Peers.MOST) {
            newcomers.poll();
        }
        newcomers.add(new Newcomer(newcomer, sessions.walk()));
    }

    /** A member is not there any more. */
    void left(String gone) {
        newcomers.removeIf(each -> each.name.equals(gone));
    }

    /** Members that are not told all yet. */
    int newcomers() {
        return newcomers.size();
    }

    /** Messages with the sessions that a member is told before it begins. */
    List<byte[]> state() {
        List<byte[]> state = new ArrayList<>();
        SessionWalk walk = sessions.walk();
        int count = 0;
        for (ToldSessions each = walk.next(); each != null && count < MOST_AT_ONCE; each = walk.next()) {
            state.add(message(each));
            count += each.size();
        }
        return state;
    }
}
