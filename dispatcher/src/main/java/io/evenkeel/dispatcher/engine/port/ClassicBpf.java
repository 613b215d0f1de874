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
 * A program of classic BPF for a socket; it runs in the kernel and needs no privilege. Jumps are not used. Source:
 * socket(7); Documentation/networking/filter.rst.
 */
final class ClassicBpf {

    static final int LOAD_WORD = 0x20;
    static final int REMAINDER = 0x94;
    static final int ADD = 0x04;
    static final int RETURN_CONSTANT = 0x06;
    static final int RETURN_RESULT = 0x16;

    /** SKF_AD_OFF + SKF_AD_RANDOM: a random number. */
    static final int RANDOM = -0x1000 + 56;

    private static final int SOL_SOCKET = 1;

    /** struct sock_fprog: a count, six octets that are not used, a pointer. */
    private static final int PROGRAM_OCTETS = 16;

    private static final int INSTRUCTION_OCTETS = 8;

    private final ByteBuffer code;

    /** @param instructions how many follow by {@link #add} */
    ClassicBpf(int instructions) {
        code = direct(instructions * INSTRUCTION_OCTETS);
    }

    ClassicBpf add(int operation, int value) {
        code.putShort((short) operation).putShort((short) 0).putInt(value);
        return this;
    }

    /** The option of a socket that takes a program. */
    static RawUnixChannelOption option(String name, int number) {
        return new RawUnixChannelOption(name, SOL_SOCKET, number, PROGRAM_OCTETS);
    }

    /** Gives the program to a socket; false when the kernel does not take it, or the socket is closed. */
    boolean attach(Channel channel, RawUnixChannelOption option) {
        if (!channel.isOpen()) {
            return false; // its number may be another file's by now
        }
        ByteBuffer program = direct(PROGRAM_OCTETS);
        program.putShort(0, (short) (code.position() / INSTRUCTION_OCTETS));
        program.putLong(Long.BYTES, Buffer.memoryAddress(code));
        try {
            return channel.config().setOption(option, program);
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
}
