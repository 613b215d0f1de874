// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.account;

import io.evenkeel.admin.limit.AddressRange;
import io.evenkeel.config.disk.OwnerFile;
import io.evenkeel.dispatcher.log.EventLogger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Times at which users last signed in and tokens were last used, for people who tidy up; and from which address ranges
 * each user did sign in, the last {@value #MOST_PLACES}, so that wrong passwords from elsewhere do not lock a user out.
 *
 * <p>It has a file of its own, so that use alone never writes the accounts' file. It is written at most once in
 * {@link #WRITTEN_EVERY} and at the end; a crash loses that much. A file that cannot be read is replaced by a new one.
 * Any thread.
 */
public final class LastUse {

    static final Duration WRITTEN_EVERY = Duration.ofMinutes(1);

    private static final String USERS = "users";
    private static final String TOKENS = "tokens";
    private static final String PLACES = "places";
    private static final int MOST_PLACES = 10;

    private final @Nullable Path file;
    private final EventLogger log;
    private final InstantSource clock;
    private final Map<String, Long> users = new TreeMap<>();
    private final Map<String, Long> tokens = new TreeMap<>();
    private final Map<String, Set<String>> places = new TreeMap<>();
    private long writtenMs;
    private boolean changed;

    private LastUse(@Nullable Path file, EventLogger log, InstantSource clock) {
        this.log = log;
        this.file = file;
        this.clock = clock;
    }

    /**
     * The times in a file, which need not exist.
     *
     * @param log told when it cannot be read or written
     */
    public static LastUse in(Path file, EventLogger log) {
        return in(file, log, InstantSource.system());
    }

    static LastUse in(Path file, EventLogger log, InstantSource clock) {
        LastUse use = new LastUse(file, log, clock);
        use.read(file);
        return use;
    }

    /** One that is forgotten at the end. */
    public static LastUse inMemory(EventLogger log) {
        return new LastUse(null, log, InstantSource.system());
    }

    /**
     * Notes that somebody signed in now.
     *
     * @param from network address
     */
    public synchronized void signedIn(Account account, String from) {
        if (of(account) == 0) {
            // these addresses are those of an earlier account of that name
            places.remove(account.name());
        }
        String range = AddressRange.of(from);
        Set<String> known = places.computeIfAbsent(account.name(), name -> new LinkedHashSet<>());
        known.remove(range);
        known.add(range);
        if (known.size() > MOST_PLACES) {
            known.remove(known.iterator().next());
        }
        note(users, account.name());
    }

    /** Tells whether a user has signed in from the range of an address since the account was made. */
    public synchronized boolean knows(Account account, String from) {
        return of(account) != 0 && places.getOrDefault(account.name(), Set.of()).contains(AddressRange.of(from));
    }

    /** Notes that a token was used now. */
    public void used(String token) {
        note(tokens, token);
    }

    /** The last sign-in, wall clock in milliseconds; 0 when none is known since the account was made. */
    public synchronized long of(Account account) {
        long atMs = users.getOrDefault(account.name(), 0L);
        return atMs < account.createdMs() ? 0 : atMs;
    }

    /** The last use, wall clock in milliseconds; 0 when none is known since the token was made. */
    public synchronized long of(Token token) {
        long atMs = tokens.getOrDefault(token.name(), 0L);
        return atMs < token.createdMs() ? 0 : atMs;
    }

    private synchronized void note(Map<String, Long> times, String name) {
        long nowMs = clock.millis();
        times.put(name, nowMs);
        changed = true;
        if (nowMs - writtenMs >= WRITTEN_EVERY.toMillis()) {
            write();
        }
    }

    /** Writes what is not written yet. */
    public synchronized void write() {
        if (file == null || !changed) {
            return;
        }
        writtenMs = clock.millis();
        changed = false;
        ObjectNode json = JsonMapper.shared().createObjectNode();
        ObjectNode signIns = json.putObject(USERS);
        users.forEach((name, atMs) -> signIns.put(name, atMs.longValue()));
        ObjectNode uses = json.putObject(TOKENS);
        tokens.forEach((name, atMs) -> uses.put(name, atMs.longValue()));
        ObjectNode ranges = json.putObject(PLACES);
        places.forEach((name, known) -> known.forEach(ranges.putArray(name)::add));
        try {
            OwnerFile.replace(file, JsonMapper.shared().writeValueAsString(json) + "\n");
        } catch (IOException e) {
            log.warn("the times at which users and tokens were last used are not stored: " + e);
        }
    }

    private void read(Path from) {
        try {
            if (Files.exists(from)) {
                JsonNode json = JsonMapper.shared().readTree(Files.readString(from));
                json.path(USERS).properties().forEach(entry -> users.put(entry.getKey(), time(entry.getValue())));
                json.path(TOKENS).properties().forEach(entry -> tokens.put(entry.getKey(), time(entry.getValue())));
                json.path(PLACES).properties().forEach(entry -> {
                    Set<String> known = new LinkedHashSet<>();
                    entry.getValue().forEach(range -> known.add(range.asString()));
                    places.put(entry.getKey(), known);
                });
            }
        } catch (IOException | JacksonException e) {
            log.warn(from + " cannot be read, so the times of last use begin again: " + e);
        }
    }

    private static long time(JsonNode json) {
        return json.asLong(0);
    }
}
