// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.file.tls;

import io.evenkeel.config.tls.Identity;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Locale;

/**
 * The strength of a certificate.
 *
 * @param rsa true for RSA, false for EC
 * @param bits of the modulus or the curve; 0 when unknown
 * @param brokenHash true when it is signed over a hash that can be forged
 */
record KeyStrength(boolean rsa, int bits, boolean brokenHash) {

    static KeyStrength of(Identity identity) {
        PublicKey key = identity.certificate().getPublicKey();
        String signature = identity.certificate().getSigAlgName().toUpperCase(Locale.ROOT);
        boolean broken = signature.startsWith("SHA1") || signature.startsWith("MD5");
        if (key instanceof RSAPublicKey rsa) {
            return new KeyStrength(true, rsa.getModulus().bitLength(), broken);
        }
        int bits = key instanceof ECPublicKey ec
                ? ec.getParams().getCurve().getField().getFieldSize()
                : 0;
        return new KeyStrength(false, bits, broken);
    }
}
