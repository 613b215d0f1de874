// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.edit;

import io.evenkeel.config.Problem;
import io.evenkeel.config.Settings;
import io.evenkeel.config.SettingsSource;
import io.evenkeel.config.file.SettingsFile;
import io.evenkeel.dispatcher.control.ConfigChange;
import io.evenkeel.dispatcher.control.ConfigChange.Verdict;
import io.evenkeel.dispatcher.control.ConfigControl;
import io.evenkeel.dispatcher.control.ConfigEdit;
import io.evenkeel.dispatcher.control.ConfigText;
import io.evenkeel.dispatcher.control.ConfigVersion;
import io.evenkeel.dispatcher.control.ReloadResult;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of one dispatcher as text. The dispatcher tells it which settings are in force and the outcome of
 * each reload.
 */
public final class ConfigEditor implements ConfigControl {

    private final @Nullable SettingsFile source;
    private final @Nullable Path path;
    private final @Nullable Versions versions;
    private final Supplier<ReloadResult> reload;
    private final BooleanSupplier running;
    private final Function<Settings, List<String>> losses;
    private final ReentrantLock changing = new ReentrantLock();
    private volatile Supplier<String> inForce = () -> "";
    private volatile String textInForce = "";
    private volatile ReloadResult lastReload = new ReloadResult(true, List.of(), List.of());

    /**
     * An editor of the file of a source, if the source is a file.
     *
     * @param reload puts the settings of the file in force
     * @param running false while the dispatcher drains, when a reload would wait for its end
     */
    public ConfigEditor(SettingsSource source, Supplier<ReloadResult> reload, BooleanSupplier running) {
        this(source, reload, running, settings -> List.of());
    }

    /**
     * The same for a dispatcher that learns.
     *
     * @param losses the things that it would forget if settings came into force
     */
    public ConfigEditor(
            SettingsSource source,
            Supplier<ReloadResult> reload,
            BooleanSupplier running,
            Function<Settings, List<String>> losses) {
        this.losses = losses;
        this.source = source instanceof SettingsFile file ? file : null;
        this.path = this.source == null ? null : this.source.path().orElse(null);
        this.versions = path == null ? null : Versions.beside(path);
        this.reload = reload;
        this.running = running;
    }

    /** The settings that the source loaded last are now in force. */
    public void settle() {
        if (source != null) {
            inForce = source.loaded();
            textInForce = source.loadedText();
        }
    }

    /** A reload has ended. */
    public void heard(ReloadResult result) {
        lastReload = result;
    }

    @Override
    public String inForce() {
        return inForce.get();
    }

    @Override
    public ReloadResult lastReload() {
        return lastReload;
    }

    @Override
    public Optional<String> file() {
        return path == null ? Optional.empty() : Optional.of(path.toString());
    }

    @Override
    public ConfigText read() throws IOException {
        String text = WholeFile.read(known(path));
        return new ConfigText(text, stamp(text));
    }

    @Override
    public boolean isInForce() throws IOException {
        Path file = known(path);
        changing.lock();
        try {
            return lastReload.applied() && WholeFile.read(file).equals(textInForce);
        } finally {
            changing.unlock();
        }
    }

    @Override
    public Optional<String> masked(String text) {
        return known(source).masked(text);
    }

    @Override
    public List<Problem> check(String text) {
        return known(source).check(text);
    }

    @Override
    public List<String> forgets(String text) {
        return known(source).settings(text).map(losses).orElse(List.of());
    }

    @Override
    public ConfigChange apply(ConfigEdit edit) throws IOException {
        Path file = known(path);
        if (!changing.tryLock()) {
            throw new IOException("another change is being applied");
        }
        try {
            String before = WholeFile.read(file);
            if (!stamp(before).equals(edit.stamp())) {
                return new ConfigChange(Verdict.CHANGED_ON_DISK, List.of());
            }
            String text = withLinesOf(before, edit.text());
            if (text.equals(before)) {
                return new ConfigChange(Verdict.UNCHANGED, List.of());
            }
            List<Problem> problems = check(text);
            if (problems.stream().anyMatch(Problem::isError)) {
                return new ConfigChange(
                        Verdict.INVALID, problems.stream().map(Problem::render).toList());
            }
            if (!running.getAsBoolean()) {
                throw new IOException("the dispatcher is about to end and takes no other configuration");
            }
            return put(file, before, text, edit);
        } finally {
            changing.unlock();
        }
    }

    /** The old text is kept before the file is touched, so that no failure can lose it. */
    private ConfigChange put(Path file, String before, String text, ConfigEdit edit) throws IOException {
        Versions kept = known(versions);
        String id = kept.keep(before, edit.who(), edit.why(), System.currentTimeMillis());
        boolean applied = false;
        boolean written = false;
        try {
            kept.begin(id);
            WholeFile.replace(file, text);
            written = true;
            ReloadResult result = reload.get();
            applied = result.applied();
            return applied
                    ? new ConfigChange(Verdict.APPLIED, result.changes())
                    : new ConfigChange(Verdict.REFUSED, result.problems());
        } finally {
            if (!applied) {
                if (written && WholeFile.read(file).equals(text)) {
                    WholeFile.replace(file, before);
                    lastReload = reload.get();
                }
                kept.forget(id);
            }
            kept.finish();
        }
    }

    @Override
    public List<ConfigVersion> versions() throws IOException {
        return versions == null ? List.of() : versions.list();
    }

    @Override
    public String version(String id) throws IOException {
        return known(versions).text(id);
    }

    /** Gives a text the line ends of the file, because browsers may send others. */
    static String withLinesOf(String before, String text) {
        String plain = text.replace("\r\n", "\n");
        return before.contains("\r\n") ? plain.replace("\n", "\r\n") : plain;
    }

    private static String stamp(String text) {
        try {
            byte[] octets = text.getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(octets));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static <T> T known(@Nullable T part) {
        if (part == null) {
            throw new IllegalStateException("this dispatcher has no configuration file");
        }
        return part;
    }
}
