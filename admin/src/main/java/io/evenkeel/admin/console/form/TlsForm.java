// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import io.evenkeel.admin.console.form.Field.About;
import io.evenkeel.admin.console.form.Field.Choice;
import io.evenkeel.admin.console.form.Field.FieldValue;
import io.evenkeel.admin.console.form.Field.Kind;
import io.evenkeel.config.patch.ConfigPatch;
import io.evenkeel.config.patch.ConfigPatch.Append;
import io.evenkeel.config.patch.ConfigPatch.Put;
import io.evenkeel.config.patch.ConfigPatch.Remove;
import io.evenkeel.config.patch.ConfigValue;
import io.evenkeel.config.patch.ConfigValue.Items;
import io.evenkeel.config.schema.Key;
import io.evenkeel.config.schema.ValueType.Section;
import io.evenkeel.config.schema.ValueType.Word;
import io.evenkeel.config.yaml.Layout;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The TLS of a listener: whether there is any, its certificates, and those of clients.
 *
 * @param section of the schema
 * @param inFile the file's content there
 */
record TlsForm(Section section, Optional<Layout> inFile, FormInput typed) {

    static final String NAME = "tls";

    /** A field that nobody sees: tells the certificates for which the form was made. */
    static final String MARK = "tls-mark";

    private static final String CERTIFICATES = "certificates";
    private static final String CLIENTS = "clients";
    private static final String VERSIONS = "versions";
    private static final String CLIENT_PREFIX = NAME + "/" + CLIENTS + "/";
    private static final String UNUSED = "this has no effect while 'tls' is not used; choose that it is, or clear this";
    private static final String NEEDED =
            "TLS needs a certificate: name the files of certificate and key, or the host names of one that is got by"
                    + " ACME";
    private static final String MOVED =
            "the certificates of this listener have changed in the file since you saw this form, so nothing tells which"
                    + " you mean; open the form again";
    private static final String REMOVAL = "To remove it, empty its fields.";

    private SectionForm own() {
        return new SectionForm(section, NAME + "/", inFile, typed);
    }

    private SectionForm clients() {
        return new SectionForm(section.below(CLIENTS), CLIENT_PREFIX, GroupsForm.part(inFile, CLIENTS), typed);
    }

    private List<Layout> present() {
        return GroupsForm.part(inFile, CERTIFICATES).map(Layout::items).orElse(List.of());
    }

    private CertificateForm certificate(int index) {
        List<Layout> present = present();
        Optional<Layout> there = index < present.size() ? Optional.of(present.get(index)) : Optional.empty();
        return new CertificateForm(section.below(CERTIFICATES), index, there, typed);
    }

    /** The certificates of the file, and those that were typed behind them. */
    private List<CertificateForm> certificates() {
        int count = Math.max(present().size(), typed.count(CertificateForm.LIST));
        List<CertificateForm> all = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            all.add(certificate(index));
        }
        return all;
    }

    private boolean isUsed() {
        return typed.get(NAME).equals("on");
    }

    /** Changes with the certificates of the file. */
    String mark() {
        List<String> files = present().stream()
                .map(each -> each.entries().stream()
                        .map(entry -> entry.key() + " " + entry.value().text())
                        .toList()
                        .toString())
                .toList();
        return Integer.toHexString(files.hashCode());
    }

    /**
     * The groups of the form.
     *
     * @param known tells what a file's certificate is for and when it expires; empty when it is not in force
     */
    List<FieldGroup> groups(UnaryOperator<String> known) {
        List<FieldGroup> groups = new ArrayList<>();
        Key key = Key.optional(NAME, section, "TLS with clients. Without it they connect in clear text.");
        List<Field> general = new ArrayList<>(own().use(key).stream().toList());
        general.add(versions());
        general.addAll(own().fields());
        groups.add(new FieldGroup(NAME, "", general, false));
        List<CertificateForm> all = new ArrayList<>(certificates());
        if (all.stream().allMatch(each -> each.inFile().isPresent() || !each.isEmpty())) {
            all.add(certificate(all.size()));
        }
        for (CertificateForm each : all) {
            groups.add(group(each, known));
        }
        groups.add(new FieldGroup(
                NAME + ": " + CLIENTS,
                section.key(CLIENTS).map(Key::meaning).orElse(""),
                clients().fields(),
                false));
        return groups;
    }

    private FieldGroup group(CertificateForm certificate, UnaryOperator<String> known) {
        boolean there = certificate.inFile().isPresent();
        if (!there && certificate.isEmpty()) {
            String use = section.key(CERTIFICATES).map(Key::meaning).orElse("");
            return new FieldGroup(FieldGroup.NEW_CERTIFICATE, use, certificate.fields(), false);
        }
        String facts = there ? known.apply(certificate.file()) : "";
        return new FieldGroup(
                NAME + ": certificate " + (certificate.index() + 1),
                facts.isEmpty() ? REMOVAL : facts + " " + REMOVAL,
                certificate.fields(),
                false);
    }

    private Field versions() {
        Key key = section.key(VERSIONS).orElseThrow();
        Optional<Layout> now = GroupsForm.part(inFile, VERSIONS);
        List<Layout> each = now.filter(layout -> layout.kind() == Layout.Kind.SCALAR)
                .map(List::of)
                .or(() -> now.map(Layout::items))
                .orElse(List.of());
        String text = String.join(
                " ", each.stream().map(Layout::text).distinct().sorted().toList());
        boolean locked = each.stream().anyMatch(SectionForm::isLocked)
                || now.filter(layout -> layout.kind() == Layout.Kind.ALIAS).isPresent();
        String name = NAME + "/" + VERSIONS;
        About about = new About(
                VERSIONS,
                key.meaning(),
                "",
                "default: 1.2 and 1.3",
                List.of(
                        new Choice("1.2 1.3", "1.2 and 1.3"),
                        new Choice("1.3", "1.3 alone"),
                        new Choice("1.2", "1.2 alone")),
                false);
        int line = now.map(layout -> layout.place().line()).orElse(0);
        return new Field(
                name,
                locked ? Kind.LINE : Kind.CHOICE,
                about,
                new FieldValue(typed.value(name, text), typed.was(name, text), line, locked));
    }

    /** The sentences on what is wrong by itself, by the name of the field. */
    Map<String, String> complaints() {
        Map<String, String> found = new LinkedHashMap<>(own().complaints(true));
        List<CertificateForm> all = certificates();
        if (!isUsed()) {
            groups(file -> "").stream()
                    .flatMap(group -> group.fields().stream())
                    .forEach(field -> {
                        boolean idle = typed.isChanged(field.name())
                                && !typed.get(field.name()).isEmpty();
                        if (idle && !field.name().equals(NAME)) {
                            found.putIfAbsent(field.name(), UNUSED);
                        }
                    });
            return found;
        }
        found.putAll(clients().complaints(false));
        all.forEach(each -> found.putAll(each.complaints()));
        if (all.stream().allMatch(CertificateForm::isEmpty)) {
            found.put(CertificateForm.LIST + "0/certificate", NEEDED);
        }
        boolean moved = !typed.get(MARK).isEmpty() && !typed.get(MARK).equals(mark());
        if (moved && all.stream().anyMatch(CertificateForm::isChanged)) {
            found.put(NAME, MOVED);
        }
        return found;
    }

    /** The changes that bring the typed values into the file. */
    List<ConfigPatch> patches(List<String> path) {
        boolean section =
                inFile.map(layout -> layout.kind() == Layout.Kind.MAPPING).orElse(false);
        if (!isUsed()) {
            return own().patches(path, true);
        }
        List<String> certificates = section ? SectionForm.plus(path, CERTIFICATES) : List.of();
        List<String> inside = section ? path : List.of();
        List<ConfigPatch> patches = new ArrayList<>(own().patches(inside, true));
        patches.addAll(versionPatches(SectionForm.plus(inside, VERSIONS)));
        patches.addAll(clients().patches(SectionForm.plus(inside, CLIENTS), false));
        if (section) {
            patches.addAll(certificatePatches(certificates));
            return patches;
        }
        return List.of(
                new Put(path, GroupsForm.fresh(this.section, patches, Map.of(CERTIFICATES, new Items(fresh())))));
    }

    private List<ConfigValue> fresh() {
        return certificates().stream()
                .filter(each -> each.inFile().isEmpty() && !each.isEmpty())
                .<ConfigValue>map(CertificateForm::fresh)
                .toList();
    }

    private List<ConfigPatch> versionPatches(List<String> path) {
        String name = NAME + "/" + VERSIONS;
        if (!typed.isChanged(name)) {
            return List.of();
        }
        if (typed.get(name).isEmpty()) {
            return GroupsForm.part(inFile, VERSIONS).isPresent() ? List.of(new Remove(path, true)) : List.of();
        }
        Word<?> version =
                section.key(VERSIONS).flatMap(key -> key.type().each()).orElseThrow();
        return List.of(new Put(
                path,
                new Items(List.of(typed.get(name).split(" ")).stream()
                        .map(each -> SectionForm.scalar(version, each))
                        .toList())));
    }

    /** New ones come before old ones go, so that the list is never empty; the last goes first, so that none moves. */
    private List<ConfigPatch> certificatePatches(List<String> path) {
        List<ConfigPatch> patches = new ArrayList<>();
        List<CertificateForm> there = certificates().stream()
                .filter(each -> each.inFile().isPresent())
                .toList();
        fresh().forEach(each -> patches.add(new Append(path, each)));
        for (int i = there.size() - 1; i >= 0; i--) {
            patches.addAll(there.get(i).patches(SectionForm.plus(path, Integer.toString(i))));
        }
        return patches;
    }

    /**
     * The field to which an error belongs.
     *
     * @param path below the listener, beginning with {@code tls}
     */
    String field(List<String> path) {
        if (path.size() < 2 || !path.get(1).equals(CERTIFICATES)) {
            return path.size() > 2 && path.get(1).equals(VERSIONS) ? NAME + "/" + VERSIONS : String.join("/", path);
        }
        // Those that are emptied are not in the text that has the error.
        List<Integer> kept = new ArrayList<>();
        for (int index = 0; index < typed.count(CertificateForm.LIST); index++) {
            if (!certificate(index).isEmpty()) {
                kept.add(index);
            }
        }
        int at = path.size() < 3 ? 0 : Integer.parseInt(path.get(2));
        int index = at < kept.size() ? kept.get(at) : at;
        return CertificateForm.LIST + index + "/" + (path.size() < 4 ? "certificate" : path.get(3));
    }
}
