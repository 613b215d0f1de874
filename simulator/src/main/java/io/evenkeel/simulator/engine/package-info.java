// SPDX-License-Identifier: Apache-2.0
/**
 * The engine of the simulator: events in order of virtual time between clients, dispatchers and servers.
 *
 * <p>Everything is an index into primitive arrays, and nothing is allocated for a request once the arrays have grown.
 * There are four sources of events, each in order by itself: requests on the way to servers and answers on the way
 * back, which take equally long and so never overtake; servers, by a tournament over what each foresees; and timers in
 * a heap. {@link io.evenkeel.simulator.event.EventQueue} has their order, so a run is the same to the bit for one seed.
 *
 * <p>Chance comes in streams of their own for arrivals, for each request's work, for servers, samples and the policy:
 * whatever the policy does, the n-th request of a client asks for the same work.
 *
 * <p>Threads: one for a run; runs share nothing.
 */
@NullMarked
package io.evenkeel.simulator.engine;

import org.jspecify.annotations.NullMarked;
