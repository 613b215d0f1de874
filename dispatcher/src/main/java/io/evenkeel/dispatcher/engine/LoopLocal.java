// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * A place for one object on each loop, such as a pool of connections: made when a loop first asks, then one array read
 * away.
 *
 * <p>Threads: {@link #of} on the loop's own thread.
 */
public final class LoopLocal<T> {

    private static final AtomicInteger NEXT = new AtomicInteger();

    private final int index = NEXT.getAndIncrement();
    private final Function<Loop, T> factory;

    /**
     * Meant for static finals and for objects that live as long as the engine: places are never given back.
     *
     * @param factory makes the object of a loop
     */
    public LoopLocal(Function<Loop, T> factory) {
        this.factory = factory;
    }

    /** The object of a loop. */
    @SuppressWarnings("unchecked") // only this object writes at its index
    public T of(Loop loop) {
        Object present = loop.local(index);
        if (present == null) {
            present = factory.apply(loop);
            loop.local(index, present);
        }
        return (T) present;
    }
}
