// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery.dns;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufHolder;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.dns.DnsRecord;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of a name out of its A and AAAA records, those of IPv4 first. Where one family has ever had records and
 * its question fails, the whole fails: half an answer would look as if nodes had gone. One question at a time.
 */
final class NameAddresses {

    private static final long NOBODY_KNOWS_S = 30;

    private final Resolver resolver;
    private boolean hasSix;

    NameAddresses(Resolver resolver) {
        this.resolver = resolver;
    }

    /**
     * The addresses at a name.
     *
     * @param addresses empty when a server has said that there are none
     */
    record FoundAddresses(List<InetAddress> addresses, Duration goodFor) {}

    private record Part(
            List<InetAddress> addresses,
            long goodForS,
            @Nullable Throwable failure) {}

    CompletableFuture<FoundAddresses> ask(String name) {
        CompletableFuture<Part> four = part(name, DnsRecordType.A, 4);
        CompletableFuture<Part> six = part(name, DnsRecordType.AAAA, 16);
        return four.thenCombine(six, this::page).thenCompose(whole -> {
            if (whole.failure() != null) {
                return CompletableFuture.failedFuture(whole.failure());
            }
            if (!whole.addresses().isEmpty() || name.endsWith(".")) {
                return CompletableFuture.completedFuture(
                        new FoundAddresses(whole.addresses(), Duration.ofSeconds(whole.goodForS())));
            }
            return resolver.searched(name)
                    .thenApply(found -> new FoundAddresses(found, Duration.ofSeconds(NOBODY_KNOWS_S)));
        });
    }

    private Part page(Part four, Part six) {
        if (four.failure() != null || (six.failure() != null && hasSix)) {
            return four.failure() != null ? four : six;
        }
        hasSix |= !six.addresses().isEmpty();
        List<InetAddress> all = new ArrayList<>(four.addresses());
        all.addAll(six.addresses());
        return new Part(all, Math.min(four.goodForS(), six.goodForS()), null);
    }

    private CompletableFuture<Part> part(String name, DnsRecordType type, int length) {
        return resolver.records(name, type).handle((records, failure) -> {
            if (records == null) {
                return new Part(List.of(), Integer.MAX_VALUE, failure);
            }
            List<InetAddress> addresses = new ArrayList<>();
            long goodForS = Integer.MAX_VALUE;
            for (DnsRecord record : records) {
                InetAddress address = address(record, length);
                if (address != null) {
                    addresses.add(address);
                    goodForS = Math.min(goodForS, record.timeToLive());
                }
                ReferenceCountUtil.release(record);
            }
            return new Part(addresses, goodForS, null);
        });
    }

    private static @Nullable InetAddress address(DnsRecord record, int length) {
        if (!(record instanceof ByteBufHolder holder)) {
            return null;
        }
        ByteBuf content = holder.content();
        if (content.readableBytes() != length) {
            return null;
        }
        try {
            return InetAddress.getByAddress(ByteBufUtil.getBytes(content));
        } catch (UnknownHostException e) {
            return null;
        }
    }
}
