// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.exchange.head;

import io.evenkeel.config.cluster.QueueClass;
import io.evenkeel.config.cluster.QueueClass.SessionKind;
import io.evenkeel.config.text.RoutePath;
import io.evenkeel.dispatcher.condition.CookieCondition;
import io.evenkeel.dispatcher.condition.FieldCondition;
import io.evenkeel.dispatcher.condition.HostPattern;
import io.evenkeel.dispatcher.condition.PathPrefix;
import io.evenkeel.dispatcher.http.CookieReader;
import io.evenkeel.dispatcher.http.RequestHead;
import org.jspecify.annotations.Nullable;

/** Conditions of a class on a head, made ready for one loop. */
final class ClassRule {

    private final byte @Nullable [] path;
    private final @Nullable HostPattern host;
    private final @Nullable FieldCondition field;
    private final @Nullable CookieCondition cookie;
    private final @Nullable CookieReader cookies;
    private final SessionKind session;

    ClassRule(QueueClass written) {
        path = written.path() == null ? null : PathPrefix.compared(written.path());
        host = written.host() == null ? null : new HostPattern(written.host());
        field = FieldCondition.of(written.header());
        cookie = CookieCondition.of(written.cookie());
        cookies = cookie == null ? null : cookie.reader();
        session = written.session();
    }

    boolean fits(RequestHead head, RoutePath asked, boolean running) {
        return (session == SessionKind.ANY || running == (session == SessionKind.RUNNING))
                && (path == null || asked.isBelow(path))
                && (host == null || host.fits(head))
                && (field == null || field.fits(head))
                && (cookie == null || cookies == null || cookie.fits(head, cookies));
    }
}
