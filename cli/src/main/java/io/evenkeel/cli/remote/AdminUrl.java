// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.cli.remote;

import java.net.URI;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the address of an admin server: {@code http://HOST:PORT} or {@code https://HOST:PORT}. */
final class AdminUrl implements ITypeConverter<URI> {

    @Override
    public URI convert(String text) {
        if (!text.startsWith("http://") && !text.startsWith("https://")) {
            String rest = text.replaceFirst("^[A-Za-z][A-Za-z0-9+.-]*://", "");
            throw new TypeConversionException("'" + text + "' is not an http or https URL; write http://" + rest
                    + ", or https://" + rest + " when it has admin.tls");
        }
        try {
            URI url = URI.create(text);
            if (url.getHost() != null) {
                return url;
            }
        } catch (IllegalArgumentException e) {
            // told below
        }
        throw new TypeConversionException("'" + text + "' is not the URL of a host; write http://HOST:PORT");
    }
}
