// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.planner.theory;

import java.util.List;

/**
 * Queues beside each other, each with a fixed share of the requests, sent there by chance; seen as one. Exact when the
 * parts are.
 *
 * @param parts the queues, at least one
 */
public record Mixture(List<MixturePart> parts) implements QueueModel {

    /**
     * One of the queues.
     *
     * @param arrivalsPerMs rate of the requests sent there, refused ones included, 0 or more
     */
    public record MixturePart(double arrivalsPerMs, QueueModel queue) {}

    public Mixture {
        parts = List.copyOf(parts);
        ArgumentCheck.atLeast("number of parts", 1, parts.size());
    }

    /** The share of the busiest one. */
    @Override
    public double utilizationShare() {
        return parts.stream()
                .mapToDouble(part -> part.queue().utilizationShare())
                .max()
                .orElse(0);
    }

    @Override
    public double refusedShare() {
        double sent = parts.stream().mapToDouble(MixturePart::arrivalsPerMs).sum();
        return sent == 0 ? 0 : 1 - served() / sent;
    }

    private double served() {
        return parts.stream().mapToDouble(Mixture::served).sum();
    }

    private static double served(MixturePart part) {
        return part.arrivalsPerMs() * (1 - part.queue().refusedShare());
    }

    @Override
    public double meanMs() {
        double served = served();
        return served == 0
                ? parts.get(0).queue().meanMs()
                : parts.stream()
                                .mapToDouble(part -> served(part) * part.queue().meanMs())
                                .sum()
                        / served;
    }

    @Override
    public double tailShare(double ms) {
        double served = served();
        return served == 0
                ? parts.get(0).queue().tailShare(ms)
                : parts.stream()
                                .mapToDouble(part -> served(part) * part.queue().tailShare(ms))
                                .sum()
                        / served;
    }
}
