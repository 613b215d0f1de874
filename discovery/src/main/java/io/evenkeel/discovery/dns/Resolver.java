// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.discovery.dns;

import io.evenkeel.config.address.HostPort;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.dns.DefaultDnsQuestion;
import io.netty.handler.codec.dns.DnsRecord;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.handler.codec.dns.DnsResponseCode;
import io.netty.resolver.dns.DnsErrorCauseException;
import io.netty.resolver.dns.DnsNameResolver;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.NoopAuthoritativeDnsServerCache;
import io.netty.resolver.dns.NoopDnsCache;
import io.netty.resolver.dns.NoopDnsCnameCache;
import io.netty.resolver.dns.SequentialDnsServerAddressStreamProvider;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Asks name servers for the records of a name; keeps nothing. Any thread. */
final class Resolver implements AutoCloseable {

    private static final int MOST_QUESTIONS = 8;

    private final DnsNameResolver resolver;

    /**
     * @param servers those of the machine when empty
     * @param timeout of one question, in which each server may be asked once
     */
    Resolver(List<HostPort> servers, Duration timeout) {
        EventLoop loop = DnsLoop.take();
        long tryMs = Math.max(100, timeout.toMillis() / 2);
        DnsNameResolverBuilder builder = new DnsNameResolverBuilder(loop)
                .datagramChannelType(NioDatagramChannel.class)
                .socketChannelType(NioSocketChannel.class)
                .resolveCache(NoopDnsCache.INSTANCE)
                .cnameCache(NoopDnsCnameCache.INSTANCE)
                .authoritativeDnsServerCache(NoopAuthoritativeDnsServerCache.INSTANCE)
                .consolidateCacheSize(0)
                .completeOncePreferredResolved(false)
                .maxQueriesPerResolve(MOST_QUESTIONS)
                .queryTimeoutMillis(tryMs);
        if (!servers.isEmpty()) {
            builder.nameServerProvider(new SequentialDnsServerAddressStreamProvider(servers.stream()
                    .map(each -> new InetSocketAddress(each.host(), each.port()))
                    .toList()));
        }
        resolver = builder.build();
    }

    /** The records of one type, held until their content is released; an empty list when there are none. */
    CompletableFuture<List<DnsRecord>> records(String name, DnsRecordType type) {
        CompletableFuture<List<DnsRecord>> answer = new CompletableFuture<>();
        DefaultDnsQuestion question;
        try {
            question = new DefaultDnsQuestion(name, type);
        } catch (IllegalArgumentException e) {
            return CompletableFuture.failedFuture(new UnknownHostException("'" + name + "' is no name of DNS"));
        }
        resolver.resolveAll(question).addListener((Future<List<DnsRecord>> done) -> {
            if (done.isSuccess()) {
                answer.complete(done.getNow());
            } else if (isNone(done.cause())) {
                answer.complete(List.of());
            } else {
                answer.completeExceptionally(named(name, done.cause()));
            }
        });
        return answer;
    }

    /** The addresses of a name as programs find them: with the machine's search domains, without a time to live. */
    CompletableFuture<List<InetAddress>> searched(String name) {
        CompletableFuture<List<InetAddress>> answer = new CompletableFuture<>();
        resolver.resolveAll(name).addListener((Future<List<InetAddress>> done) -> {
            if (done.isSuccess()) {
                answer.complete(done.getNow());
            } else if (isNone(done.cause())) {
                answer.complete(List.of());
            } else {
                answer.completeExceptionally(named(name, done.cause()));
            }
        });
        return answer;
    }

    /** True when a server has said that there is no such name, or no such record. */
    private static boolean isNone(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof DnsErrorCauseException coded) {
                DnsResponseCode code = coded.getCode();
                return code.equals(DnsResponseCode.NXDOMAIN) || code.equals(DnsResponseCode.NOERROR);
            }
        }
        return false;
    }

    private static UnknownHostException named(String name, Throwable failure) {
        Throwable deepest = failure;
        while (deepest.getCause() != null) {
            deepest = deepest.getCause();
        }
        String why = DnsNameResolver.isTimeoutError(failure) ? "no name server answers in time" : words(deepest);
        UnknownHostException named = new UnknownHostException("no answer for " + name + ": " + why);
        named.initCause(failure);
        return named;
    }

    private static String words(Throwable failure) {
        if (failure instanceof DnsErrorCauseException coded) {
            return "the name server says " + coded.getCode();
        }
        String message = failure.getMessage();
        return message == null ? failure.getClass().getSimpleName() : message;
    }

    @Override
    public void close() {
        resolver.close();
        DnsLoop.giveBack();
    }
}
