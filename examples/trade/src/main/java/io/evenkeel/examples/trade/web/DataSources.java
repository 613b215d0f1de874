// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.web;

import java.util.ArrayList;
import java.util.List;
import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** The places in which servers keep the pool of connections that an administrator made for this application. */
public final class DataSources {

    private static final List<String> NAMES = List.of(
            "java:comp/env/jdbc/trade",
            "java:jboss/datasources/trade",
            "jdbc/trade",
            "java:app/jdbc/trade",
            "openejb:Resource/jdbc/trade");

    private DataSources() {}

    /**
     * Looks the pool up.
     *
     * @param configured a name to try before the usual ones; null for none
     * @throws NamingException when no name leads to a pool; the message lists them all
     */
    public static DataSource find(@Nullable String configured) throws NamingException {
        List<String> names = new ArrayList<>(NAMES);
        if (configured != null) {
            names.add(0, configured);
        }
        InitialContext context = new InitialContext();
        for (String name : names) {
            if (lookup(context, name) instanceof DataSource found) {
                return found;
            }
        }
        throw new NamingException("the server has no JDBC data source under any of " + names);
    }

    /** The names are the administrator's and ours, never a user's, so there is nothing to inject. */
    @SuppressWarnings("BanJNDI")
    private static @Nullable Object lookup(InitialContext context, String name) {
        try {
            return context.lookup(name);
        } catch (NamingException notThere) {
            return null;
        }
    }
}
