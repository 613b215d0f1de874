// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.flow;

/**
 * Divides the rates of listeners among the clusters that their routes lead to.
 *
 * <p>The dispatcher counts what came in at a listener and what ended in a cluster, not the pairs. With one cluster
 * behind a listener the pair is known. Else it is the division that fits both totals best and assumes nothing more
 * (iterative proportional fitting, Deming and Stephan 1940); a listener's own total is always kept.
 */
final class ListenerShares {

    private static final int ROUNDS = 30;

    /** A rate that keeps a way open where nothing passes now. */
    private static final double LEAST = 1e-6;

    private ListenerShares() {}

    /**
     * The rates of all pairs, by listener and cluster.
     *
     * @param listeners rates, 0 or more
     * @param clusters rates, 0 or more
     * @param leads true where a route of the listener leads to the cluster
     */
    static double[][] divide(double[] listeners, double[] clusters, boolean[][] leads) {
        double[][] parts = new double[listeners.length][clusters.length];
        for (int i = 0; i < listeners.length; i++) {
            for (int j = 0; j < clusters.length; j++) {
                parts[i][j] = leads[i][j] ? 1 : 0;
            }
        }
        for (int round = 0; round < ROUNDS; round++) {
            for (int j = 0; j < clusters.length; j++) {
                double sum = 0;
                for (double[] row : parts) {
                    sum += row[j];
                }
                for (double[] row : parts) {
                    row[j] *= sum > 0 ? Math.max(LEAST, clusters[j]) / sum : 0;
                }
            }
            for (int i = 0; i < listeners.length; i++) {
                double sum = 0;
                for (double part : parts[i]) {
                    sum += part;
                }
                for (int j = 0; j < clusters.length; j++) {
                    parts[i][j] *= sum > 0 ? Math.max(LEAST, listeners[i]) / sum : 0;
                }
            }
        }
        return parts;
    }
}
