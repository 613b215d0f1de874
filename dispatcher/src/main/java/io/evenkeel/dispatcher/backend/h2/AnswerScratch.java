// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.backend.h2;

import io.evenkeel.dispatcher.engine.Loop;
import io.evenkeel.dispatcher.engine.LoopLocal;
import io.evenkeel.dispatcher.http.HeadBuffer;
import io.evenkeel.dispatcher.http.RequestHead;
import io.evenkeel.dispatcher.http2.head.ResponseComposer;
import io.evenkeel.dispatcher.http2.hpack.FieldBlock;

/** Readers, writers and room that all shared connections of a loop use in turn. Threads: that of its loop. */
final class AnswerScratch {

    private static final LoopLocal<AnswerScratch> ALL = new LoopLocal<>(loop -> new AnswerScratch());

    /** The fields of the last block of any connection. */
    final FieldBlock fields = new FieldBlock();

    final ResponseComposer composer = new ResponseComposer();

    /** Holds the head of an answer, until the next block of any connection. */
    final HeadBuffer answer = new HeadBuffer(1024);

    /** Reads the head of a request that is about to be sent. */
    final RequestHead requestHead = new RequestHead();

    /** Holds that head. */
    final HeadBuffer request = new HeadBuffer(1024);

    /** Room for a block of fields to send. */
    final HeadBuffer block = new HeadBuffer(1024);

    private AnswerScratch() {}

    static AnswerScratch of(Loop loop) {
        return ALL.of(loop);
    }
}
