// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery.dns;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufHolder;
import io.netty.handler.codec.dns.DefaultDnsRecordDecoder;
import io.netty.handler.codec.dns.DnsRecord;
import org.jspecify.annotations.Nullable;

/** An SRV record (RFC 2782). */
record SrvRecord(int priority, int weight, int port, String target) {

    private static final int LEAST_OCTETS = 7;

    /** The record as it came from a server; null when it is malformed, or says that there is no service. */
    static @Nullable SrvRecord read(DnsRecord record) {
        if (!(record instanceof ByteBufHolder holder)) {
            return null;
        }
        ByteBuf content = holder.content().duplicate();
        if (content.readableBytes() < LEAST_OCTETS) {
            return null;
        }
        int priority = content.readUnsignedShort();
        int weight = content.readUnsignedShort();
        int port = content.readUnsignedShort();
        try {
            String name = DefaultDnsRecordDecoder.decodeName(content);
            String target = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
            return target.isEmpty() || port == 0 ? null : new SrvRecord(priority, weight, port, target);
        } catch (RuntimeException e) { // a pointer that leads nowhere
            return null;
        }
    }
}
