// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

/**
 * Lines of an answer, up to a size; when it is cut, a last line says so. That line begins with no word that readers of
 * INFO look for, so they skip it; an error would make a server register again.
 */
final class BoundedLines {

    /** The most characters of an answer. */
    static final int MOST_CHARACTERS = 1 << 20;

    private static final int ROOM_FOR_CUT = 256;

    private final StringBuilder lines = new StringBuilder();
    private final String cluster;
    private boolean cut;

    /** @param cluster names the place where all of it can be seen */
    BoundedLines(String cluster) {
        this.cluster = cluster.substring(0, Math.min(cluster.length(), ROOM_FOR_CUT / 2));
    }

    /** Adds a line with its end, unless there is no room for it; from then on nothing is added. */
    void add(String line) {
        cut |= lines.length() + line.length() > MOST_CHARACTERS - ROOM_FOR_CUT;
        if (!cut) {
            lines.append(line);
        }
    }

    @Override
    public String toString() {
        return cut
                ? lines + "Cut: all of it has more than " + MOST_CHARACTERS + " characters; see GET /api/v1/clusters/"
                        + cluster + "/servers\n"
                : lines.toString();
    }
}
