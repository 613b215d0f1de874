// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.affinity.table;

/** Parts of the tests of {@link SessionTable}. */
final class SessionTableKit {

    /** Counts nothing. */
    static final SessionObserver SILENT = new SessionObserver() {

        @Override
        public void began(long node) {}

        @Override
        public void moved(long from, long to) {}

        @Override
        public void ended(long node, int requests, int seconds, SessionEndReason end) {}
    };

    private SessionTableKit() {}

    /** Sets a key to the hash of a number, spread like that of a cookie. */
    static void key(long number, SessionKey key) {
        key.set(mixed(number), mixed(number + (1L << 40)));
    }

    private static long mixed(long number) {
        long z = number * 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }
}
