// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.control;

import org.jspecify.annotations.Nullable;

/** The cache as those see it who watch and steer a dispatcher. Any thread. */
public interface CacheFigures {

    /** Figures of a dispatcher without a cache. */
    CacheFigures NONE = new CacheFigures() {
        @Override
        public @Nullable CacheView view() {
            return null;
        }

        @Override
        public int purge(CachePurge order) {
            return 0;
        }
    };

    /** Figures; null while no request has come for the cache since the start. */
    @Nullable
    CacheView view();

    /** Figures of what the cache bears; null while no request has come for it since the start. */
    default @Nullable CacheStrain strain() {
        return null;
    }

    /** Forgets answers, and those that nodes were asked for before now; says of how many URLs. */
    int purge(CachePurge order);
}
