// SPDX-License-Identifier: Apache-2.0
/**
 * The common parts of experiments on real servers: application servers, a dispatcher in front of them, users, and a
 * recorder that watches all of them.
 *
 * <p>A {@link Testbed} holds the servers of one environment and makes one {@link Trial} after the other on them;
 * {@link Testbeds} starts new servers where an experiment wants them; {@link RunRecorder} may be used alone by
 * experiments with servers or loads of their own. Judges nothing and writes nothing. Threads: as the classes say.
 */
@NullMarked
package io.evenkeel.lab.testbed;

import org.jspecify.annotations.NullMarked;
