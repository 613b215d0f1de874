// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.log.syslog;

import io.evenkeel.dispatcher.log.output.LossNotice;
import java.util.function.Consumer;

/**
 * Says once that a receiver is away or that messages are lost, with the remedy, and once that this is over. The sending
 * thread.
 */
final class SyslogNotice {

    private final String what;
    private final String remedy;
    private final Consumer<String> beginning;
    private final Consumer<String> ending;
    private final LossNotice losses;
    private boolean isAway;
    private long messagesCut;

    /**
     * @param what log and receiver, as the beginning of a sentence
     * @param remedy advice, as the end of one
     * @param beginning gets a sentence when something begins to be wrong
     * @param ending gets a sentence when it is over
     */
    SyslogNotice(String what, String remedy, Consumer<String> beginning, Consumer<String> ending) {
        this.what = what;
        this.remedy = remedy;
        this.beginning = beginning;
        this.ending = ending;
        losses = new LossNotice(what, beginning, ending);
    }

    /** Hears that the receiver cannot be reached. */
    void away(String why) {
        if (!isAway) {
            isAway = true;
            beginning.accept(what + " cannot be reached: " + why + "; lines wait, 1 MB of them at most; " + remedy);
        }
    }

    /** Hears that messages found no room. */
    void dropped(long messages, long nowNs) {
        String why = isAway
                ? "the receiver is still away and 1 MB of lines wait; " + remedy
                : "the receiver takes lines more slowly than they come; log less, or find out what holds it up";
        losses.lost(messages, why, nowNs);
    }

    /** Hears that nobody took messages that were sent. */
    void refused(long messages, long nowNs) {
        losses.lost(messages, "nobody listens there; " + remedy, nowNs);
    }

    /** Hears that a message was handed over. */
    void sent(long nowNs) {
        if (isAway) {
            isAway = false;
            ending.accept(what + " is reached again");
        }
        losses.written(nowNs);
    }

    /** Hears how many messages were ever cut. */
    void cut(long messages, int limit) {
        if (messages > 0 && messagesCut == 0) {
            beginning.accept(
                    what + ": a message was cut after " + limit
                            + " bytes; a larger 'max-message' lets it pass, if the receiver takes that; further ones are counted");
        }
        messagesCut = messages;
    }

    /** Says what has not been said yet, at the end of a log. */
    void end(long unsent, long nowNs) {
        if (unsent > 0) {
            losses.lost(unsent, "the log ends before the receiver took all lines", nowNs);
        }
        losses.end();
        if (messagesCut > 1) {
            ending.accept(what + ": " + messagesCut + " messages were cut");
        }
    }
}
