// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.agent.hint;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * The classes that threads of this JVM could load, asked by name; none is loaded. A look at all threads takes
 * milliseconds, so it is for rare questions.
 */
final class VisibleClasses {

    private final List<ClassLoader> loaders;

    private VisibleClasses(List<ClassLoader> loaders) {
        this.loaders = loaders;
    }

    /** The class loaders of all threads that run now, and of the agent. */
    static VisibleClasses ofThisJvm() {
        Set<ClassLoader> found = Collections.newSetFromMap(new IdentityHashMap<>());
        found.add(VisibleClasses.class.getClassLoader());
        for (Thread thread : threads()) {
            ClassLoader loader = thread == null ? null : thread.getContextClassLoader();
            if (loader != null) {
                found.add(loader);
            }
        }
        return new VisibleClasses(new ArrayList<>(found));
    }

    /** True when one of the class loaders has a class. */
    boolean has(String type) {
        String file = type.replace('.', '/') + ".class";
        for (ClassLoader loader : loaders) {
            try {
                if (loader.getResource(file) != null) {
                    return true;
                }
            } catch (RuntimeException | LinkageError e) {
                // A class loader that is closed has nothing.
            }
        }
        return false;
    }

    private static Thread[] threads() {
        ThreadGroup all = Thread.currentThread().getThreadGroup();
        while (all.getParent() != null) {
            all = all.getParent();
        }
        Thread[] threads = new Thread[2 * all.activeCount() + 16];
        all.enumerate(threads, true);
        return threads;
    }
}
