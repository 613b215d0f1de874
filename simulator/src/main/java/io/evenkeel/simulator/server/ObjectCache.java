// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.simulator.server;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The objects that a server has at hand: as many as there is room for, those that were asked for last.
 *
 * <p>An object counts as cached from the request on that fetches it.
 */
final class ObjectCache {

    private final int room;
    private final Map<Integer, Boolean> objects;

    /** @param room number of objects; 0 for a server without a cache */
    ObjectCache(int room) {
        this.room = room;
        objects = new LinkedHashMap<>(16, 0.75f, true);
    }

    /** Asks for an object; true when it was there. Afterwards it is. */
    boolean ask(int object) {
        if (objects.put(object, true) != null) {
            return true;
        }
        if (objects.size() > room) {
            objects.remove(objects.keySet().iterator().next());
        }
        return false;
    }
}
