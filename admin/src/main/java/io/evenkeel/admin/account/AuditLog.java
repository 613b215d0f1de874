// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.account;

import io.evenkeel.config.disk.OwnerFile;
import io.evenkeel.dispatcher.log.EventLogger;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The log of every change: its author, address, kind and reason; one JSON object a line, appended by the server and the
 * command line alike.
 *
 * <p>At {@value #MOST_OCTETS} octets the file becomes {@code .1} and a new one begins, which one process at a time
 * looks after ({@link FileTurn}). The event log says when this log cannot be written; no change is stopped by it. Any
 * thread.
 */
public final class AuditLog {

    private static final long MOST_OCTETS = 10_000_000;
    private static final int READ_OCTETS = 1_000_000;
    private static final int REMEMBERED = 1_000;

    private final @Nullable Path file;
    private final EventLogger log;
    private final InstantSource clock = InstantSource.system();
    private final Deque<AuditEntry> memory = new ArrayDeque<>();

    /**
     * @param file null to remember the last {@value #REMEMBERED} changes only
     * @param log told when the file cannot be written or read
     */
    public AuditLog(@Nullable Path file, EventLogger log) {
        this.log = log;
        this.file = file;
    }

    /**
     * One change.
     *
     * @param atMs wall clock, milliseconds since 1970
     * @param who the user, token or program
     * @param from network address, or {@code command line}
     * @param what the change in a few words, such as {@code drain}
     * @param subject the changed thing, such as {@code shop/vcn1}
     * @param why the reason that was given; empty when none was
     */
    public record AuditEntry(long atMs, String who, String from, String what, String subject, String why) {

        /** True when any field has the words, in upper or lower case. */
        public boolean has(String words) {
            return String.join("\n", who, from, what, subject, why)
                    .toLowerCase(Locale.ROOT)
                    .contains(words.toLowerCase(Locale.ROOT));
        }
    }

    public synchronized void add(String who, String from, String what, String subject, @Nullable String why) {
        AuditEntry entry = new AuditEntry(clock.millis(), who, from, what, subject, why == null ? "" : why);
        if (file == null) {
            memory.addFirst(entry);
            if (memory.size() > REMEMBERED) {
                memory.removeLast();
            }
            return;
        }
        try {
            putAside(file);
        } catch (IOException e) {
            log.error(file + " is longer than " + MOST_OCTETS + " bytes and could not be put aside: " + e);
        }
        try {
            append(file, JsonMapper.shared().writeValueAsString(entry) + "\n");
        } catch (IOException e) {
            log.error("a change is missing in " + file + ": " + entry + " (" + e + ")");
        }
    }

    private static void putAside(Path file) throws IOException {
        if (isLong(file)) {
            FileTurn.<IOException>at(file, () -> {
                // Another process may have put it aside a moment ago; a second time would lose what it holds.
                if (isLong(file)) {
                    Files.move(
                            file, file.resolveSibling(file.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
                }
            });
        }
    }

    private static void append(Path file, String line) throws IOException {
        try {
            OwnerFile.append(file, line);
        } catch (NoSuchFileException e) {
            // put aside in the moment before it was opened
            OwnerFile.append(file, line);
        }
    }

    private static boolean isLong(Path file) throws IOException {
        try {
            return Files.size(file) > MOST_OCTETS;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** The last changes, newest first; lines that cannot be read are left out. */
    public synchronized List<AuditEntry> last(int most) {
        List<AuditEntry> all = file == null ? List.copyOf(memory) : read(file);
        return List.copyOf(all.subList(0, Math.min(most, all.size())));
    }

    private List<AuditEntry> read(Path from) {
        List<AuditEntry> entries = new ArrayList<>();
        if (!Files.exists(from)) {
            return entries;
        }
        try (RandomAccessFile in = new RandomAccessFile(from.toFile(), "r")) {
            long begin = Math.max(0, in.length() - READ_OCTETS);
            byte[] tail = new byte[(int) (in.length() - begin)];
            in.seek(begin);
            in.readFully(tail);
            for (String line : new String(tail, StandardCharsets.UTF_8).lines().toList()) {
                AuditEntry entry = parse(line);
                if (entry != null) {
                    entries.add(0, entry);
                }
            }
        } catch (IOException e) {
            log.error("the log of changes cannot be read: " + e);
        }
        return entries;
    }

    private static @Nullable AuditEntry parse(String line) {
        try {
            JsonNode json = JsonMapper.shared().readTree(line);
            return json.path("atMs").isNumber()
                    ? new AuditEntry(
                            json.path("atMs").asLong(0),
                            json.path("who").asString(""),
                            json.path("from").asString(""),
                            json.path("what").asString(""),
                            json.path("subject").asString(""),
                            json.path("why").asString(""))
                    : null;
        } catch (JacksonException e) {
            return null;
        }
    }
}
