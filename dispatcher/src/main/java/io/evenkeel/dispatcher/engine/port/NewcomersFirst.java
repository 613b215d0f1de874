// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.port;

import io.netty.channel.Channel;
import io.netty.channel.unix.RawUnixChannelOption;

/**
 * The choice of the kernel between sockets that share an address by SO_REUSEPORT: only the newest ones, each as often
 * as the others.
 *
 * <p>Without it the kernel gives connections to all of them, and resets those that an old socket still has to accept,
 * or whose handshake is under way there, when it is closed. With it the old sockets get nothing new, so they can be
 * closed after a moment. It chooses by the places of the sockets in the kernel's list. The first old socket that is
 * closed moves others to other places: from then on until the last one is closed a new client may be given to an old
 * socket, for which {@link NoNewClients} is the remedy. Source: socket(7), SO_ATTACH_REUSEPORT_CBPF;
 * net/core/sock_reuseport.c.
 */
public final class NewcomersFirst {

    private static final RawUnixChannelOption OPTION = ClassicBpf.option("SO_ATTACH_REUSEPORT_CBPF", 51);

    /** A place that no socket has: the kernel chooses by its hash then. */
    private static final int NO_PLACE = -1;

    private NewcomersFirst() {}

    /**
     * Lets new connections go to the newest sockets of an address only.
     *
     * @param newest one of them, listening
     * @param before the number of sockets that listened there before them
     * @param count the number of the newest
     * @return false when the kernel does not know this
     */
    public static boolean prefer(Channel newest, int before, int count) {
        return new ClassicBpf(4)
                .add(ClassicBpf.LOAD_WORD, ClassicBpf.RANDOM)
                .add(ClassicBpf.REMAINDER, count)
                .add(ClassicBpf.ADD, before)
                .add(ClassicBpf.RETURN_RESULT, 0)
                .attach(newest, OPTION);
    }

    /**
     * Lets new connections go to all sockets again, each as often as the others. Without it, a group that has more
     * sockets than there were before it would give some of them less than their share.
     *
     * @param one any socket of the address
     * @return false when the kernel does not know this
     */
    public static boolean end(Channel one) {
        return new ClassicBpf(1).add(ClassicBpf.RETURN_CONSTANT, NO_PLACE).attach(one, OPTION);
    }
}
