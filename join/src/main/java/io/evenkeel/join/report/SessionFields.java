// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.report;

import io.evenkeel.dispatcher.affinity.joint.ToldSessions;

/** Reads the sessions in a message. */
final class SessionFields {

    /** Seconds of an age, at most. */
    static final int LONGEST_S = 1 << 21;

    private SessionFields() {}

    static ToldSessions read(FieldReader in) throws ReportException {
        String cluster = "";
        long[] keys = {};
        long[] nodes = {};
        int[] ages = {};
        int[] idles = {};
        for (int tag = in.next(); tag != 0; tag = in.next()) {
            switch (tag) {
                case Tags.CLUSTER_NAME -> cluster = in.text(ReportReader.MOST_TEXT);
                case Tags.SESSION_KEYS -> keys = eights(in, 2 * ToldSessions.MOST);
                case Tags.SESSION_NODES -> nodes = eights(in, ToldSessions.MOST);
                case Tags.AGES -> ages = seconds(in, nodes.length);
                case Tags.IDLES -> idles = seconds(in, nodes.length);
                default -> {}
            }
        }
        int size = nodes.length;
        if (keys.length != 2 * size || ages.length != size || idles.length != size) {
            throw new ReportException("the lists of sessions have different lengths");
        }
        long[] high = new long[size];
        long[] low = new long[size];
        for (int i = 0; i < size; i++) {
            high[i] = keys[2 * i];
            low[i] = keys[2 * i + 1];
        }
        return new ToldSessions(cluster, high, low, nodes, ages, idles);
    }

    private static long[] eights(FieldReader in, int most) throws ReportException {
        int count = in.length() / Long.BYTES;
        if (count > most) {
            throw new ReportException("more than " + ToldSessions.MOST + " sessions are told at once");
        }
        long[] numbers = new long[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = in.eight();
        }
        return numbers;
    }

    private static int[] seconds(FieldReader in, int count) throws ReportException {
        int[] seconds = new int[count];
        for (int i = 0; i < count; i++) {
            seconds[i] = (int) in.number(LONGEST_S);
        }
        return seconds;
    }
}
