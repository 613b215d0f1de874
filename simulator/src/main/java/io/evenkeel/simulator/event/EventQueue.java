// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.event;

/**
 * The events of a run, in order: requests on the way to servers, answers on the way back, servers, and timers. At one
 * moment answers come first, then requests, servers and timers, so a run is the same to the bit for one seed.
 *
 * <p>Threads: one for a run.
 */
public final class EventQueue {

    private final DelayLine requests;
    private final DelayLine answers;
    private final MinTree servers;
    private final EventHeap timers;
    private long nowNs;

    /**
     * A queue without events.
     *
     * @param wayNs the time that a request takes to a server, and an answer back
     * @param timers may be set by others, too
     */
    public EventQueue(int servers, long wayNs, EventHeap timers) {
        this.servers = new MinTree(servers);
        this.timers = timers;
        requests = new DelayLine(wayNs);
        answers = new DelayLine(wayNs);
    }

    /** The time of the event that happens, or has happened last. */
    public long nowNs() {
        return nowNs;
    }

    /** Has a request begin its way to a server. */
    public void request(int request, long atNs) {
        requests.add(request, atNs);
    }

    /** Has an answer begin its way back. */
    public void answer(int answer, long atNs) {
        answers.add(answer, atNs);
    }

    /** Notes when something happens next in a server. */
    public void server(int slot, long nextNs) {
        servers.set(slot, nextNs);
    }

    /** Has everything happen until an end, which is the present time then. */
    public void run(Events to, long endNs) {
        while (step(to, endNs)) {
            // Everything happens in the step.
        }
        nowNs = endNs;
    }

    /** Has happen what comes next; false when that is later than the end. */
    private boolean step(Events to, long endNs) {
        long answerNs = answers.nextNs();
        long requestNs = requests.nextNs();
        long serverNs = servers.time();
        long timerNs = timers.nextNs();
        long now = Math.min(Math.min(answerNs, requestNs), Math.min(serverNs, timerNs));
        if (now > endNs) {
            return false;
        }
        nowNs = now;
        if (answerNs == now) {
            to.answerCame(answers.remove());
        } else if (requestNs == now) {
            to.requestCame(requests.remove());
        } else if (serverNs == now) {
            to.serverIsDue(servers.which());
        } else {
            int kind = timers.kind();
            int id = timers.id();
            timers.remove();
            to.rang(kind, id);
        }
        return true;
    }

    /** The run in which the events happen; it reads the time from the queue. */
    public interface Events {

        /** An answer has come back. */
        void answerCame(int answer);

        /** A request has come to its server. */
        void requestCame(int request);

        /** The time has come that was noted for a server; the next one is to be noted. */
        void serverIsDue(int slot);

        /** A timer has rung, and is not set any more. */
        void rang(int kind, int id);
    }
}
