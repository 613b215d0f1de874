// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.journal;

/** Takes the records of a journal. */
public interface JournalSink {

    /**
     * Takes one record; called in the middle of a choice, so it must not block.
     *
     * @param bytes used again for the next record: copy what is to be kept
     */
    void append(byte[] bytes, int offset, int length);
}
