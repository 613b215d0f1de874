// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load.visit;

import io.evenkeel.load.FailureKind;
import io.evenkeel.load.StateMix;
import io.evenkeel.load.StateMix.Embedded;
import io.evenkeel.load.UserRequests;
import io.evenkeel.load.net.ServerAnswer;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A session of a {@link StateMix}: page after page, each followed by its files on the same connection, until the mix
 * ends it.
 *
 * <p>The way back follows RUBiS's client: states from which it is possible keep the one before in mind, and every other
 * state forgets all of them. Nothing to go back to is the session's beginning again.
 */
final class StatesScript implements Script {

    private static final Pattern DRAWN = Pattern.compile("\\{\\w+:(\\d+)}");
    private static final List<String> PAGE = List.of("Accept: text/html");
    private static final List<String> FILE = List.of("Accept: image/*");
    private static final List<String> KEPT =
            List.of("Accept: image/*", "If-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT");
    private static final int NONE = -3;

    private final URI root;
    private final String path;
    private final StateMix mix;
    private final Cookies cookies;
    private final RandomGenerator random;
    private final Deque<Integer> before = new ArrayDeque<>();
    private final Deque<Call> files = new ArrayDeque<>();
    private int state = NONE;
    private int upcoming = NONE;
    private boolean isBack;

    StatesScript(UserRequests.States states, String sessionCookie, RandomGenerator random) {
        this.root = states.root();
        this.path = root.getRawPath() == null ? "" : root.getRawPath();
        this.mix = states.mix();
        this.cookies = new Cookies(sessionCookie);
        this.random = random;
    }

    @Override
    public void begin() {
        cookies.forget();
        before.clear();
        files.clear();
        state = NONE;
        upcoming = NONE;
        isBack = false;
    }

    @Override
    public Call next() {
        Call file = files.poll();
        if (file != null) {
            return file;
        }
        enter(upcoming >= 0 ? upcoming : 0);
        StateMix.PageState page = mix.states().get(state);
        String[] words = filled(page.template()).split(" ", 2);
        boolean isForm = words[0].equals("POST");
        int query = words[1].indexOf('?');
        String target = isForm && query >= 0 ? words[1].substring(0, query) : words[1];
        String body = isForm && query >= 0 ? words[1].substring(query + 1) : "";
        for (int i = 0; i < page.files().size(); i++) {
            files.add(file(page, i));
        }
        upcoming = drawn();
        return Call.of(root, words[0], path + target, PAGE, cookies.line(), body, true, true);
    }

    private Call file(StateMix.PageState page, int number) {
        Embedded file = page.files().get(number);
        boolean isKept = random.nextDouble() < file.kept();
        String target = path + "/files/" + page.name() + "-" + number + "?octets=" + file.octets();
        return Call.of(root, "GET", target, isKept ? KEPT : FILE, cookies.line(), "", false, true);
    }

    private String filled(String template) {
        Matcher matcher = DRAWN.matcher(template);
        return matcher.replaceAll(found -> Integer.toString(random.nextInt(Integer.parseInt(found.group(1)))));
    }

    private void enter(int next) {
        if (!isBack && !mix.leadsBack(next)) {
            before.clear();
        } else if (!isBack && state >= 0) {
            before.push(state);
        }
        state = next;
    }

    /** The state after the present one, or the end. */
    private int drawn() {
        int move = mix.next(state, random);
        isBack = move == StateMix.BACK;
        if (!isBack) {
            return move;
        }
        return before.isEmpty() ? 0 : before.pop();
    }

    @Override
    public @Nullable FailureKind look(ServerAnswer answer) {
        cookies.keep(answer);
        return Scripts.fault(answer);
    }

    @Override
    public boolean hasLostSession() {
        return cookies.hasReplacedSession();
    }

    /** Leaves out the rest of a page that failed. */
    @Override
    public void failed() {
        files.clear();
    }

    @Override
    public boolean isMidway() {
        return !files.isEmpty();
    }

    @Override
    public boolean isOver() {
        return upcoming == StateMix.END && files.isEmpty();
    }
}
