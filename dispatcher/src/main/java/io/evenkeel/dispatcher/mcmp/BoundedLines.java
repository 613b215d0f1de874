// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.mcmp;

/**
 * Lines of an answer, up to a size; behind the last whole one then stands that it is cut. It begins with no word that
 * readers of INFO look for: they skip it, and an error would make a server register again.
 */
final class BoundedLines {

    /** The most octets of an answer. */
    static final int MOST_OCTETS = 1 << 20;

    private static final int ROOM_FOR_CUT = 256;

    private final StringBuilder lines = new StringBuilder();
    private final String cluster;
    private boolean cut;

    /** @param cluster names the place where all of it can be seen */
    BoundedLines(String cluster) {
        this.cluster = cluster.substring(0, Math.min(cluster.length(), ROOM_FOR_CUT / 2));
    }

    /** Adds a line with its end, unless there is no room for it; false from then on. */
    boolean add(String line) {
        if (cut || lines.length() + line.length() > MOST_OCTETS - ROOM_FOR_CUT) {
            cut = true;
            return false;
        }
        lines.append(line);
        return true;
    }

    @Override
    public String toString() {
        return cut
                ? lines + "Cut: all of it has more than " + MOST_OCTETS + " octets; see GET /api/v1/clusters/" + cluster
                        + "/servers\n"
                : lines.toString();
    }
}
