// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.config.tls;

/** The versions of TLS that a listener can speak; older ones are broken. */
public enum TlsVersion {
    TLS_1_2("1.2"),
    TLS_1_3("1.3");

    private final String number;

    TlsVersion(String number) {
        this.number = number;
    }

    /** The version as in a configuration, such as 1.3. */
    public String number() {
        return number;
    }
}
