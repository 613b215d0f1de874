// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.report;

/** The numbers of fields. A number keeps its meaning for ever; a new meaning gets a new number. */
final class Tags {

    static final int MAGIC = 0x454B4A;
    static final int VERSION = 4;

    /** Readers below this version must not read what is written now. */
    static final int LEAST_READER = 1;

    static final int MEMBER = 1;
    static final int NAME = 2;
    static final int PROGRAM = 3;
    static final int SEQUENCE = 4;
    static final int FLAGS = 5;
    static final int GENERATION = 6;
    static final int DIGEST = 7;
    static final int CLUSTER = 8;
    static final int ORDER = 9;
    static final int RELOAD = 10;
    static final int CUT = 11;
    static final int SESSIONS = 12;
    static final int EVERY = 13;

    static final int LEAVING = 1;
    static final int DRAINING = 2;

    static final int CLUSTER_NAME = 1;

    static final int KEYS = 2;
    static final int IN_FLIGHT = 3;
    static final int RATES = 4;
    static final int OUT = 5;
    static final int LEFT = 6;
    static final int SEEN = 7;
    static final int SLICES = 8;

    static final int SLICE_LENGTH = 1;
    static final int SLICE_LEFT = 2;
    static final int CAME = 3;
    static final int ENDED = 4;
    static final int RUNNING = 5;
    static final int EXPECTED = 6;

    static final int ROUND = 1;
    static final int KIND = 2;
    static final int GOOD = 3;
    static final int LINE = 4;

    static final int CUT_CLUSTER = 2;
    static final int CUT_NODE = 3;
    static final int TOLD_TO_END = 4;

    static final int SESSION_KEYS = 2;
    static final int SESSION_NODES = 3;
    static final int AGES = 4;
    static final int IDLES = 5;

    static final int NODE = 2;
    static final int STATE = 3;
    static final int REASON = 4;
    static final int BY = 5;
    static final int WEIGHT = 6;
    static final int SETTINGS_WEIGHT = 7;
    static final int STAMP = 8;
    static final int ORIGIN = 9;

    private Tags() {}
}
