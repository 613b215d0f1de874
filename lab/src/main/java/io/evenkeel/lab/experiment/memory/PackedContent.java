// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.memory;

import com.github.luben.zstd.Zstd;
import io.evenkeel.lab.experiment.ExperimentException;
import io.evenkeel.lab.experiment.memory.PageFetch.FetchedPage;
import java.util.ArrayList;
import java.util.List;

/**
 * The content of a run as the cache counts it, and what packing makes of it, tried once with the cache's own codec.
 *
 * @param octets of all content
 * @param packedOctets the same packed, as it is where that takes little away
 * @param weight octets of the cache's memory for all of it: the working set
 * @param packedWeight the same packed
 * @param packNs time to pack all of it, by one thread
 * @param unpackNs time to unpack all of it
 */
record PackedContent(long octets, long packedOctets, long weight, long packedWeight, double packNs, double unpackNs) {

    /** The least octets that an answer counts in the cache. */
    private static final long LEAST_WEIGHT = 4096;

    /** Octets of the cache's notes about the request of an answer, about. */
    private static final long WAY = 64;

    /** The cache packs nothing shorter, and keeps nothing packed of which not an eighth has gone. */
    private static final int SHORTEST = 512;

    private static final int LEAST_GAIN = 8;

    /** The level at which the cache packs. */
    private static final int LEVEL = 3;

    /** Packs and unpacks all pages twice; the second time counts, on compiled code. */
    static PackedContent of(List<FetchedPage> pages) throws ExperimentException {
        try {
            trial(pages);
            return trial(pages);
        } catch (UnsatisfiedLinkError | NoClassDefFoundError | ExceptionInInitializerError e) {
            throw new ExperimentException("there is no native library of Zstandard for this machine", e);
        }
    }

    private static PackedContent trial(List<FetchedPage> pages) {
        List<byte[]> packed = new ArrayList<>();
        long beganNs = System.nanoTime();
        for (FetchedPage page : pages) {
            packed.add(Zstd.compress(page.body(), LEVEL));
        }
        long packedNs = System.nanoTime();
        for (int i = 0; i < packed.size(); i++) {
            Zstd.decompress(packed.get(i), pages.get(i).body().length);
        }
        long unpackedNs = System.nanoTime();
        return counted(pages, packed, (double) (packedNs - beganNs), (double) (unpackedNs - packedNs));
    }

    static PackedContent counted(List<FetchedPage> pages, List<byte[]> packed, double packNs, double unpackNs) {
        long octets = 0;
        long packedOctets = 0;
        long weight = 0;
        long packedWeight = 0;
        for (int i = 0; i < pages.size(); i++) {
            int head = pages.get(i).head();
            int whole = pages.get(i).body().length;
            int small = packed.get(i).length;
            int kept = whole < SHORTEST || small > whole - whole / LEAST_GAIN ? whole : small;
            octets += whole;
            packedOctets += kept;
            weight += weight(head, whole);
            packedWeight += weight(head, kept);
        }
        return new PackedContent(octets, packedOctets, weight, packedWeight, packNs, unpackNs);
    }

    private static long weight(int head, int body) {
        return Math.max(LEAST_WEIGHT, head + body + WAY);
    }

    /** Octets of packed content by those of the content, the paper's factor. */
    double factor() {
        return (double) packedOctets / octets;
    }

    /** Time to pack by the time to unpack. */
    double packByUnpack() {
        return packNs / unpackNs;
    }

    /**
     * Content that the memory can have at most beyond its own size, as a share of it.
     *
     * @param share of the memory for packed answers
     */
    double growth(double share) {
        return share * ((double) weight / packedWeight - 1);
    }
}
