// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.admission;

import io.evenkeel.policy.columns.NodeArrays;
import io.evenkeel.policy.overload.KnownCapacity;
import io.evenkeel.policy.overload.SessionAdmission;
import java.util.function.DoubleSupplier;
import java.util.function.IntSupplier;

/** The rule by which a dispatcher admits new sessions. */
public interface SimulatedAdmission {

    /**
     * Admits a request; only one that begins a session may be turned away.
     *
     * @param sinceRequestNs from the session's last request; -1 for its first request
     */
    boolean admits(boolean beginsSession, long sinceRequestNs, long nowNs);

    /** A request got its node. */
    void granted(long waitNs, long nowNs);

    /** A request found no place in the queue, or left it without a node. */
    void left(long waitNs, long nowNs);

    /** The rule of the dispatcher, on what the columns say of the nodes. */
    static SimulatedAdmission learned(NodeArrays columns) {
        SessionAdmission rule = new SessionAdmission(0);
        KnownCapacity capacity = new KnownCapacity(columns, 0);
        return new SimulatedAdmission() {
            @Override
            public boolean admits(boolean beginsSession, long sinceRequestNs, long nowNs) {
                if (!beginsSession) {
                    rule.passed(sinceRequestNs, nowNs);
                    return true;
                }
                return rule.asks(capacity.perSecond(nowNs), nowNs) == SessionAdmission.SessionAnswer.ADMITTED;
            }

            @Override
            public void granted(long waitNs, long nowNs) {
                rule.granted(waitNs, true, nowNs);
            }

            @Override
            public void left(long waitNs, long nowNs) {
                rule.left(waitNs, true, nowNs);
            }
        };
    }

    /**
     * The rule of an oracle: it knows how many sessions run, when each is at its end, what the servers can do and how
     * long users think. So many sessions run that the servers are just never idle.
     */
    static SimulatedAdmission ofOracle(IntSupplier running, DoubleSupplier most) {
        return new SimulatedAdmission() {
            @Override
            public boolean admits(boolean beginsSession, long sinceRequestNs, long nowNs) {
                return !beginsSession || running.getAsInt() < most.getAsDouble();
            }

            @Override
            public void granted(long waitNs, long nowNs) {
                // It knows better.
            }

            @Override
            public void left(long waitNs, long nowNs) {
                // It knows better.
            }
        };
    }
}
