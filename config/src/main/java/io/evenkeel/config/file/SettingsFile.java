// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file;

import io.evenkeel.config.Problem;
import io.evenkeel.config.Settings;
import io.evenkeel.config.SettingsException;
import io.evenkeel.config.SettingsSource;
import io.evenkeel.config.disk.BoundedFile;
import io.evenkeel.config.file.overload.QueueDefaults;
import io.evenkeel.config.file.tls.TlsCheck;
import io.evenkeel.config.file.tls.TlsSheet;
import io.evenkeel.config.schema.ConfigSchema;
import io.evenkeel.config.schema.Key;
import io.evenkeel.config.schema.ParsedSection;
import io.evenkeel.config.schema.SchemaReader;
import io.evenkeel.config.schema.SecretKey;
import io.evenkeel.config.schema.ValueType;
import io.evenkeel.config.yaml.BadOctet;
import io.evenkeel.config.yaml.FileGate;
import io.evenkeel.config.yaml.Mask;
import io.evenkeel.config.yaml.Problems;
import io.evenkeel.config.yaml.TextPlace;
import io.evenkeel.config.yaml.Tree;
import io.evenkeel.config.yaml.YamlReader;
import io.evenkeel.policy.PolicyCatalog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A configuration in YAML. Every load reads the file again; any thread. */
public final class SettingsFile implements SettingsSource {

    /** A file as read, with the certificate it names as it was then. */
    private record Sheet(ParsedSection file, TlsSheet tls) {}

    /** The host names that must have an address. */
    private enum Names {
        NONE,
        /** Others without an address are warnings. */
        OF_LISTENERS,
        ALL
    }

    private final String name;
    private final @Nullable Path path;
    private final @Nullable String text;
    private final UnaryOperator<@Nullable String> environment;
    private final List<Path> folders;
    private final @Nullable Fence fence;
    private volatile List<Problem> warnings = List.of();
    private volatile @Nullable ParsedSection loaded;
    private volatile String loadedText = "";
    private volatile UnaryOperator<String> mask = UnaryOperator.identity();

    SettingsFile(String name, @Nullable Path path, @Nullable String text, UnaryOperator<@Nullable String> environment) {
        this(name, path, text, environment, List.of(), null);
    }

    private SettingsFile(
            String name,
            @Nullable Path path,
            @Nullable String text,
            UnaryOperator<@Nullable String> environment,
            List<Path> folders,
            @Nullable Fence fence) {
        this.name = name;
        this.path = path;
        this.text = text;
        this.environment = environment;
        this.folders = folders;
        this.fence = fence;
    }

    /** The file at a path; it need not exist before it is loaded. Other texts of it may name files in its folder. */
    public static SettingsFile open(Path path) {
        return open(path, List.of());
    }

    /**
     * The file at a path; it need not exist before it is loaded.
     *
     * @param folders in which other texts of it may name files; empty for that of the file
     */
    public static SettingsFile open(Path path, List<Path> folders) {
        return new SettingsFile(path.toString(), path, null, System::getenv, List.copyOf(folders), null);
    }

    /** A text in memory; {@code name} stands for the file in messages. */
    public static SettingsFile of(String yaml, String name) {
        return new SettingsFile(name, null, yaml, System::getenv);
    }

    /** The file, when there is one to watch. */
    public Optional<Path> path() {
        return Optional.ofNullable(path);
    }

    @Override
    public Settings load() throws SettingsException {
        Problems problems = problems();
        Sheet sheet = sound(problems);
        Settings settings = Binder.settings(sheet.file(), PolicyCatalog.load(), sheet.tls(), gate());
        warnings = problems.sorted();
        loaded = sheet.file();
        loadedText = problems.text();
        mask = problems::conceal;
        return settings;
    }

    @Override
    public List<Problem> warnings() {
        return warnings;
    }

    @Override
    public String conceal(String words) {
        return mask.apply(words);
    }

    /**
     * All errors and oddities, in the order of the file; empty when all is well. Looks up host names too, which
     * {@link #load} does not, so that a name server in trouble cannot keep a dispatcher from starting.
     */
    public List<Problem> check() {
        return check(Names.ALL);
    }

    /** Those of {@link #check} that would keep {@link #load} from its work, and the warnings; looks up no names. */
    public List<Problem> checkWithoutNames() {
        return check(Names.NONE);
    }

    private List<Problem> check(Names names) {
        try {
            Problems problems = problems();
            Sheet sheet = read(problems);
            if (sheet != null && names != Names.NONE) {
                new Provisioning(problems, gate()).names(sheet.file(), names == Names.OF_LISTENERS);
            }
            return problems.sorted();
        } catch (SettingsException e) {
            return e.problems();
        }
    }

    /**
     * The configuration in force as YAML: every key with its value, and in a comment the line it comes from or that it
     * is a default. Secrets are masked.
     */
    public String show() throws SettingsException {
        return EffectiveConfig.render(sound(problems()).file());
    }

    /**
     * The same for the settings that {@link #load} gave last, even if the file has changed since; empty before. The
     * text is made when it is asked for.
     */
    public Supplier<String> loaded() {
        ParsedSection file = loaded;
        return () -> file == null ? "" : EffectiveConfig.render(file);
    }

    /** The text of the settings that {@link #load} gave last; empty before. */
    public String loadedText() {
        return loadedText;
    }

    /**
     * The problems that {@link #check} would find if the file had another text that does not come from this host: it
     * may not name files outside of the folders that were given. A node whose name has no address is only a warning, so
     * that it cannot keep everything else from being changed; a start goes on without it, too.
     */
    public List<Problem> check(String other) {
        return strange(other).check(Names.OF_LISTENERS);
    }

    /** The settings that the file would give if it had such a text; empty when that has errors. */
    public Optional<Settings> settings(String other) {
        try {
            return Optional.of(strange(other).load());
        } catch (SettingsException e) {
            return Optional.empty();
        }
    }

    /** The file with a text that does not come from this host. */
    private SettingsFile strange(String other) {
        Path file = path == null ? Path.of(name) : path;
        List<Path> allowed = folders;
        if (allowed.isEmpty()) {
            Path folder = file.toAbsolutePath().normalize().getParent();
            allowed = folder == null ? List.of() : List.of(folder);
        }
        Fence around = new Fence(allowed, file, loaded, loadedText);
        return new SettingsFile(name, null, other, environment, List.of(), around);
    }

    /**
     * A text of this file with its secrets masked; empty when it has errors, because a mistyped key may have a secret.
     */
    public Optional<String> masked(String other) {
        try {
            new SettingsFile(name, null, other, environment).load();
        } catch (SettingsException e) {
            return Optional.empty();
        }
        Set<String> secrets =
                SecretKey.all().stream().map(each -> each.key().name()).collect(Collectors.toSet());
        Set<String> alone = new HashSet<>();
        shorthands(ConfigSchema.FILE, alone);
        return Mask.hide(other, secrets::contains, alone::contains);
    }

    /** @param alone names of sections for which a secret may stand as their only value */
    private static void shorthands(ValueType type, Set<String> alone) {
        if (type instanceof ValueType.Listing list) {
            shorthands(list.item(), alone);
        } else if (type instanceof ValueType.NamedValues table) {
            shorthands(table.value(), alone);
        } else if (type instanceof ValueType.Section section) {
            for (Key key : section.keys()) {
                boolean isShort = key.type()
                        .section()
                        .flatMap(below -> Optional.ofNullable(below.shorthand()).flatMap(below::key))
                        .map(Key::secret)
                        .orElse(false);
                if (isShort) {
                    alone.add(key.name());
                }
                shorthands(key.type(), alone);
            }
        }
    }

    private Problems problems() throws SettingsException {
        return new Problems(name, text == null ? content() : text);
    }

    private Sheet sound(Problems problems) throws SettingsException {
        Sheet sheet = read(problems);
        if (sheet == null || problems.hasErrors()) {
            throw new SettingsException(problems.sorted());
        }
        return sheet;
    }

    private @Nullable Sheet read(Problems problems) {
        Tree tree = YamlReader.read(problems.text(), problems, environment, gate());
        if (tree == null) {
            if (!problems.hasErrors()) {
                problems.error(TextPlace.START, "the file is empty", "it needs listeners and clusters");
            }
            return null;
        }
        ParsedSection file = new SchemaReader(
                        problems,
                        "nodes, routes and clusters are sections; give some of the clusters to another dispatcher")
                .read(ConfigSchema.FILE, tree);
        if (file == null) {
            return null;
        }
        QueueDefaults.set(file);
        SettingsCheck.check(file, PolicyCatalog.load(), problems, gate());
        if (fence != null) {
            fence.check(file, problems);
        }
        new Provisioning(problems, gate()).files(file);
        return new Sheet(file, new TlsCheck(problems, name, gate()).read(file));
    }

    private FileGate gate() {
        return fence == null ? FileGate.beside(path == null ? Path.of(name) : path) : fence;
    }

    private String content() throws SettingsException {
        Path file = path == null ? Path.of(name) : path;
        byte[] octets;
        try {
            octets = BoundedFile.configuration(file);
        } catch (NoSuchFileException e) {
            throw unreadable("there is no such file");
        } catch (AccessDeniedException e) {
            throw unreadable("the user '" + System.getProperty("user.name", "?") + "' may not read the file");
        } catch (IOException e) {
            throw unreadable("the file cannot be read: " + e.getMessage());
        }
        String content = new String(octets, StandardCharsets.UTF_8);
        BadOctet bad = BadOctet.in(octets);
        if (bad != null) {
            Problems problems = new Problems(name, content);
            problems.error(bad.place(), bad.message(), BadOctet.REMEDY);
            throw new SettingsException(problems.sorted());
        }
        return content;
    }

    private SettingsException unreadable(String message) {
        return new SettingsException(List.of(new Problem(Problem.Severity.ERROR, name, 0, 0, 1, message, null, "", 1)));
    }
}
