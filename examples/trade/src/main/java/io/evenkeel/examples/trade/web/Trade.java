// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.web;

import io.evenkeel.examples.trade.market.Ballast;
import io.evenkeel.examples.trade.market.Market;
import io.evenkeel.examples.trade.market.Work;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.sql.SQLException;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/**
 * The application's life in a server: opens the market at the start.
 *
 * <p>A database that is not there yet does not stop the server: every health check tries again, and until one succeeds
 * every page is 503.
 */
public final class Trade implements ServletContextListener {

    private static final String ATTRIBUTE = Trade.class.getName();

    private final Object opening = new Object();
    private volatile @Nullable Market market;

    @Override
    public void contextInitialized(ServletContextEvent event) {
        ServletContext context = event.getServletContext();
        context.setAttribute(ATTRIBUTE, this);
        context.setAttribute(Pages.class.getName(), new Pages());
        try {
            open(context);
        } catch (NamingException | SQLException e) {
            context.log("trade: not ready, the next health check tries again", e);
        }
    }

    /** The market, or null until the database has answered once. */
    public static @Nullable Market market(ServletContext context) {
        return of(context).market;
    }

    /** The market, opened now if it was not open. */
    public static Market openMarket(ServletContext context) throws NamingException, SQLException {
        return of(context).open(context);
    }

    private static Trade of(ServletContext context) {
        return (Trade) context.getAttribute(ATTRIBUTE);
    }

    private Market open(ServletContext context) throws NamingException, SQLException {
        synchronized (opening) {
            Market open = market;
            if (open == null) {
                Work work = new Work(
                        Setting.number(context, "trade.work", 0),
                        Setting.number(context, "trade.queries", 0),
                        Setting.number(context, "trade.held", 0));
                context.setAttribute(
                        Ballast.class.getName(), Ballast.ofKb(Setting.number(context, "trade.ballast", 0)));
                open = Market.open(
                        DataSources.find(Setting.text(context, "trade.datasource")),
                        work,
                        Setting.number(context, "trade.accounts", 200),
                        Setting.number(context, "trade.quotes", 100));
                market = open;
            }
            return open;
        }
    }
}
