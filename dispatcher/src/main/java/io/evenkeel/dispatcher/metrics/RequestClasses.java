// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.metrics;

import io.evenkeel.policy.Task;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The classes of requests of one cluster, by method and first segments of the path, with counts and times of each.
 *
 * <p>There are 64 at most; the first is for all requests that belong to no other. A class begins with the first 2xx to
 * a request of it, so guessed paths make none, unless the application answers any path with a page. It has a name from
 * its next request on, because nothing is kept of a request that is under way. It lasts as long as the table.
 *
 * <p>Threads: any. Finding a class takes no lock and allocates nothing.
 */
public final class RequestClasses {

    /** The name of the first class. */
    public static final String OTHERS = "other";

    private static final VarHandle KEY = MethodHandles.arrayElementVarHandle(long[].class);
    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    /** Four places for each class, so that most are found at the first look. */
    private static final int PLACES = 4 * Task.REQUEST_CLASSES;

    private static final int LONGEST_NAME = 80;

    /** The key of requests that are of no class, whatever they ask for. */
    static final long OTHER = 0;

    /** Printable octets that are encoded in names all the same. */
    private static final String ENCODED = "\"<>#?%";

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private final int segments;
    private final ClassMeter[] byLoop;
    private final long[] keys = new long[PLACES];
    /** Written before the key of the place. */
    private final int[] numbers = new int[PLACES];

    private final AtomicReferenceArray<@Nullable String> names = new AtomicReferenceArray<>(Task.REQUEST_CLASSES);
    private volatile int count = 1;
    private volatile boolean retired;

    /**
     * @param segments of the path that count, at least 1
     * @param loops event loops, which are numbered from 0
     */
    @SuppressWarnings("ThisEscapedInObjectConstruction") // meters only keep the reference
    RequestClasses(int segments, int loops) {
        this.segments = segments;
        names.set(0, OTHERS);
        byLoop = new ClassMeter[loops];
        for (int loop = 0; loop < loops; loop++) {
            byLoop[loop] = new ClassMeter(this);
        }
    }

    int segments() {
        return segments;
    }

    ClassMeter meter(int loop) {
        return byLoop[loop];
    }

    /** True once this table is not read any more. */
    boolean retired() {
        return retired;
    }

    void retire() {
        retired = true;
    }

    /** The end of the part of a path that counts, before a slash behind its last segment. */
    int end(byte[] octets, int pathAt, int pathEnd) {
        int left = segments;
        for (int i = pathAt; i < pathEnd; i++) {
            byte octet = octets[i];
            if (octet == '/' && i > pathAt && --left == 0) {
                return i;
            }
        }
        boolean slash = pathEnd > pathAt + 1 && octets[pathEnd - 1] == '/';
        return slash ? pathEnd - 1 : pathEnd;
    }

    /** One number for a method and a part of a path, an empty one as the root; never {@link #OTHER}. */
    static long key(byte[] octets, int methodAt, int methodEnd, byte[] path, int pathAt, int pathEnd) {
        long hash = FNV_OFFSET;
        for (int i = methodAt; i < methodEnd; i++) {
            hash = (hash ^ octets[i]) * FNV_PRIME;
        }
        hash = (hash ^ ' ') * FNV_PRIME;
        if (pathAt == pathEnd) {
            hash = (hash ^ '/') * FNV_PRIME;
        }
        for (int i = pathAt; i < pathEnd; i++) {
            hash = (hash ^ path[i]) * FNV_PRIME;
        }
        return hash == 0 ? 1 : hash;
    }

    /** The number of the class with a key; 0 when there is none. */
    int find(long key) {
        for (int place = place(key); ; place = (place + 1) % PLACES) {
            long there = (long) KEY.getAcquire(keys, place);
            if (there == key) {
                return numbers[place];
            }
            if (there == 0) {
                return 0;
            }
        }
    }

    /** True for a class that has begun and has no name yet. */
    boolean nameless(int number) {
        return names.get(number) == null;
    }

    /**
     * Gives a class without a name that of a request. Octets that are not printable, and those that mean something in a
     * page, a target or a label, are percent-encoded, so that no two paths have one name.
     */
    void name(int number, long key, String method, byte[] path, int pathAt, int pathEnd) {
        StringBuilder name = new StringBuilder(method).append(' ');
        if (pathAt == pathEnd) {
            name.append('/');
        }
        int most = name.length() + LONGEST_NAME;
        int i = pathAt;
        for (; i < pathEnd && name.length() < most; i++) {
            append(name, path[i] & 0xff);
        }
        if (i < pathEnd) {
            name.append('…').append(HexFormat.of().toHexDigits(key));
        }
        names.compareAndSet(number, null, name.toString());
    }

    private static void append(StringBuilder name, int octet) {
        if (octet > ' ' && octet < 0x7f && ENCODED.indexOf(octet) < 0) {
            name.append((char) octet);
        } else {
            name.append('%').append(HEX.toHexDigits((byte) octet));
        }
    }

    /** The number of the class with a key, which begins when there is room; else 0. Only a new class takes the lock. */
    int begin(long key) {
        int known = find(key);
        return known != 0 || key == OTHER || count == Task.REQUEST_CLASSES ? known : beginIfNew(key);
    }

    private synchronized int beginIfNew(long key) {
        int place = place(key);
        while (keys[place] != 0) {
            if (keys[place] == key) {
                return numbers[place];
            }
            place = (place + 1) % PLACES;
        }
        if (count == Task.REQUEST_CLASSES) {
            return 0;
        }
        numbers[place] = count;
        KEY.setRelease(keys, place, key);
        return count++;
    }

    private static int place(long key) {
        return (int) Long.remainderUnsigned(key ^ (key >>> 32), PLACES);
    }

    /** Counts and times of the requests of each class with a name, the first class last. */
    List<ClassTraffic> traffic() {
        List<ClassTraffic> all = new ArrayList<>();
        for (int number = 1; number < count; number++) {
            add(all, number);
        }
        add(all, 0);
        return all;
    }

    private void add(List<ClassTraffic> all, int number) {
        String name = names.get(number);
        if (name != null) {
            ClassTally sum = new ClassTally();
            for (ClassMeter meter : byLoop) {
                meter.addTo(number, sum);
            }
            all.add(sum.traffic(name));
        }
    }
}
