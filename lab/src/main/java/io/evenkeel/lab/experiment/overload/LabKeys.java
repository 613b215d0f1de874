// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.lab.experiment.overload;

import io.evenkeel.lab.experiment.ExperimentException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.util.Base64;

/**
 * A certificate and its key of RSA with 2048 bits, made by Java's keytool for one run.
 *
 * @param certificate PEM file
 * @param key PEM file, without a password
 * @param both PEM file with both, as HAProxy wants it
 */
record LabKeys(Path certificate, Path key, Path both) {

    private static final String ALIAS = "lab";
    private static final String PASSWORD = "only-for-one-run";

    /** Makes a pair in a folder. */
    static LabKeys make(Path folder) throws ExperimentException, InterruptedException {
        Path store = folder.resolve("keys.p12");
        try {
            if (!Files.exists(store)) {
                generate(store);
            }
            KeyStore keys = KeyStore.getInstance("PKCS12");
            try (InputStream in = Files.newInputStream(store)) {
                keys.load(in, PASSWORD.toCharArray());
            }
            Key secret = keys.getKey(ALIAS, PASSWORD.toCharArray());
            if (secret == null) {
                throw new ExperimentException("keytool has made no key", null);
            }
            String certificate = pem("CERTIFICATE", keys.getCertificate(ALIAS).getEncoded());
            String key = pem("PRIVATE KEY", secret.getEncoded());
            return new LabKeys(
                    Files.writeString(folder.resolve("certificate.pem"), certificate),
                    Files.writeString(folder.resolve("key.pem"), key),
                    Files.writeString(folder.resolve("both.pem"), certificate + key));
        } catch (IOException | GeneralSecurityException e) {
            throw new ExperimentException("no certificate could be made: " + e.getMessage(), e);
        }
    }

    private static void generate(Path store) throws IOException, InterruptedException, ExperimentException {
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        ALIAS,
                        "-keyalg",
                        "RSA",
                        "-keysize",
                        "2048",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (keytool.waitFor() != 0) {
            throw new ExperimentException("keytool has made no certificate: " + said.strip(), null);
        }
    }

    private static String pem(String type, byte[] octets) {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(octets);
        return "-----BEGIN " + type + "-----\n" + lines + "\n-----END " + type + "-----\n";
    }
}
