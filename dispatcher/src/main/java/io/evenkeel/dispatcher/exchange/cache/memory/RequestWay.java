// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.memory;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part of a request besides its URL in which others must agree with it to get the same answer.
 *
 * @param scope the listener and the rules of the route
 * @param cluster the cluster that was asked
 * @param told what a trusted peer told nodes about the origin
 * @param varied the values of the fields that the answer's Vary names; null for absent ones
 */
public record RequestWay(String scope, String cluster, String told, List<byte @Nullable []> varied) {

    /** True when another request came the same way. */
    public boolean isBeside(String otherScope, String otherCluster, String otherTold) {
        return scope.equals(otherScope) && cluster.equals(otherCluster) && told.equals(otherTold);
    }

    /** True when another request would be answered by the same variant. */
    boolean agrees(RequestWay other) {
        if (!isBeside(other.scope, other.cluster, other.told) || varied.size() != other.varied.size()) {
            return false;
        }
        for (int k = 0; k < varied.size(); k++) {
            if (!Arrays.equals(varied.get(k), other.varied.get(k))) {
                return false;
            }
        }
        return true;
    }

    int weight() {
        int sum = told.length();
        for (byte[] each : varied) {
            sum += each == null ? 0 : each.length;
        }
        return sum;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RequestWay that && agrees(that);
    }

    @Override
    public int hashCode() {
        return scope.hashCode();
    }
}
