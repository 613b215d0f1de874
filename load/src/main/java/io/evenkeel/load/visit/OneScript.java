// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.visit;

import io.evenkeel.load.FailureKind;
import io.evenkeel.load.UserRequests;
import io.evenkeel.load.net.ServerAnswer;
import org.jspecify.annotations.Nullable;

/**
 * The same request again and again, with the cookies that the server sets. Nothing is allocated while they stay the
 * same.
 */
final class OneScript implements Script {

    private final UserRequests.One page;
    private final Cookies cookies;
    private Call call;

    OneScript(UserRequests.One page, String sessionCookie) {
        this.page = page;
        this.cookies = new Cookies(sessionCookie);
        this.call = call(page, "");
    }

    private static Call call(UserRequests.One page, String cookies) {
        return Call.of(
                page.root(),
                page.method(),
                Call.target(page.root()),
                page.fields(),
                cookies,
                page.body(),
                false,
                page.keepsAlive());
    }

    @Override
    public void begin() {
        cookies.forget();
        call = call(page, "");
    }

    @Override
    public Call next() {
        return call;
    }

    @Override
    public @Nullable FailureKind look(ServerAnswer answer) {
        if (cookies.keep(answer)) {
            call = call(page, cookies.line());
        }
        return Scripts.fault(answer);
    }

    @Override
    public boolean hasLostSession() {
        return cookies.hasReplacedSession();
    }

    @Override
    public void failed() {
        // The next request is the same.
    }

    @Override
    public boolean isMidway() {
        return false;
    }
}
