// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.engine.port;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.unix.Buffer;
import io.netty.channel.unix.RawUnixChannelOption;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The choice of the kernel between sockets that share an address by SO_REUSEPORT: only the newest ones, each as often
 * as the others.
 *
 * <p>Without it the kernel gives connections to all of them, and resets those that an old socket still has to accept,
 * or whose handshake is under way there, when it is closed. With it the old sockets get nothing new, so they can be
 * closed after a moment. It is a program in four instructions of classic BPF, which needs no privilege. When the old
 * sockets are gone its numbers mean nothing, and the kernel chooses as it does without it. Source: socket(7),
 * SO_ATTACH_REUSEPORT_CBPF; Documentation/networking/filter.rst.
 */
public final class NewcomersFirst {

    private static final int SOL_SOCKET = 1;
    private static final int SO_ATTACH_REUSEPORT_CBPF = 51;

    /** struct sock_fprog: a count, six octets that are not used, a pointer. */
    private static final int PROGRAM_OCTETS = 16;

    private static final int INSTRUCTION_OCTETS = 8;
    private static final int LOAD_WORD = 0x20;
    private static final int REMAINDER = 0x94;
    private static final int ADD = 0x04;
    private static final int RETURN_RESULT = 0x16;

    /** SKF_AD_OFF + SKF_AD_RANDOM: a random number. */
    private static final int RANDOM = -0x1000 + 56;

    private static final RawUnixChannelOption OPTION =
            new RawUnixChannelOption("SO_ATTACH_REUSEPORT_CBPF", SOL_SOCKET, SO_ATTACH_REUSEPORT_CBPF, PROGRAM_OCTETS);

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
        ByteBuffer code = direct(4 * INSTRUCTION_OCTETS);
        instruction(code, LOAD_WORD, RANDOM);
        instruction(code, REMAINDER, count);
        instruction(code, ADD, before);
        instruction(code, RETURN_RESULT, 0);
        ByteBuffer program = direct(PROGRAM_OCTETS);
        program.putShort(0, (short) (code.position() / INSTRUCTION_OCTETS));
        program.putLong(Long.BYTES, Buffer.memoryAddress(code));
        try {
            return newest.config().setOption(OPTION, program);
        } catch (ChannelException e) {
            return false;
        } finally {
            // the kernel has copied it by now
            Reference.reachabilityFence(code);
        }
    }

    private static ByteBuffer direct(int octets) {
        return ByteBuffer.allocateDirect(octets).order(ByteOrder.nativeOrder());
    }

    /** Jumps are not used. */
    private static void instruction(ByteBuffer code, int operation, int value) {
        code.putShort((short) operation).putShort((short) 0).putInt(value);
    }
}
