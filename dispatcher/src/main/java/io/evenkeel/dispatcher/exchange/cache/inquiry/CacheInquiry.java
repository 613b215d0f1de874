// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.cache.inquiry;

import io.evenkeel.config.listener.ListenerSettings;
import io.evenkeel.config.listener.ListenerSettings.Protocol;
import io.evenkeel.config.listener.RouteSettings;
import io.evenkeel.dispatcher.control.CacheExplanation;
import io.evenkeel.dispatcher.control.CacheQuestion;
import io.evenkeel.dispatcher.control.UnknownNameException;
import io.evenkeel.dispatcher.exchange.ListenerRules;
import io.evenkeel.dispatcher.exchange.cache.memory.CacheStart;
import io.evenkeel.dispatcher.http.Origin;
import io.evenkeel.dispatcher.http.Origin.OwnAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tells what the cache would do with a request, by the rules in force. Any thread. */
public final class CacheInquiry {

    private final CacheStart start;
    private final List<ListenerSettings> listeners;
    private final Function<String, @Nullable ListenerRules> rules;
    private final Function<String, InetSocketAddress> address;

    /**
     * @param listeners those in force
     * @param rules gives the rules in force of a listener; null for one that has just gone
     * @param address gives the bound address of a listener
     */
    public CacheInquiry(
            CacheStart start,
            List<ListenerSettings> listeners,
            Function<String, @Nullable ListenerRules> rules,
            Function<String, InetSocketAddress> address) {
        this.start = start;
        this.listeners = listeners;
        this.rules = rules;
        this.address = address;
    }

    /**
     * Answers.
     *
     * @throws UnknownNameException when no listener would get the request, or it is not said which
     * @throws IllegalArgumentException for what is no request, with a sentence
     */
    public CacheExplanation explain(CacheQuestion question) {
        AskedRequest asked = AskedRequest.of(question);
        ListenerSettings listener = listener(question.listener(), asked);
        ListenerRules present = rules.apply(listener.name());
        if (present == null) {
            throw new UnknownNameException(
                    "the listener '" + listener.name() + "' is not open now; a reload is under way");
        }
        OwnAddress own = new OwnAddress(present.forward(), address.apply(listener.name()), listener.tls() != null);
        Origin origin = new Origin(new InetSocketAddress(question.client(), 1), own, present.trusts(question.client()));
        List<String> routes =
                listener.routes().stream().map(CacheInquiry::matches).toList();
        return new RequestInquiry(
                        present, routes, origin, start.made(), start.clock().getAsLong())
                .answer(asked);
    }

    private static String matches(RouteSettings route) {
        return Objects.requireNonNullElse(route.host(), "") + Objects.requireNonNullElse(route.path(), "");
    }

    /** The listener that is named, or that has the port of the URL, or that is the only one. */
    private ListenerSettings listener(String name, AskedRequest asked) {
        List<ListenerSettings> http = listeners.stream()
                .filter(each -> each.protocol() == Protocol.HTTP)
                .toList();
        List<ListenerSettings> fitting = http.stream()
                .filter(each -> name.isEmpty() ? port(each) == asked.port() : name.equals(each.name()))
                .toList();
        if (fitting.size() == 1) {
            return fitting.get(0);
        } else if (name.isEmpty() && http.size() == 1) {
            return http.get(0);
        }
        String names = http.stream().map(ListenerSettings::name).collect(Collectors.joining(", "));
        throw new UnknownNameException(
                name.isEmpty()
                        ? "the URL does not say to which listener it leads; name one of " + names
                        : "there is no listener '" + name + "' of HTTP; there is " + names);
    }

    /** The bound port; -1 for a listener that has just gone. */
    private int port(ListenerSettings listener) {
        try {
            return address.apply(listener.name()).getPort();
        } catch (IllegalArgumentException e) {
            return -1;
        }
    }
}
