// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.examples.trade.benchmark;

import io.evenkeel.examples.trade.web.DataSources;
import io.evenkeel.examples.trade.web.Setting;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Set;
import javax.naming.NamingException;
import org.jspecify.annotations.Nullable;

/** The pages of RUBiS, {@code /auction/PAGE}: nine forms that never change, and 18 on the database. */
public final class AuctionServlet extends HttpServlet {

    private static final long serialVersionUID = 1L;

    private static final Set<String> FORMS = Set.of(
            "home",
            "register",
            "browse",
            "buy-now-auth",
            "put-bid-auth",
            "put-comment-auth",
            "sell",
            "sell-form",
            "about-me-auth");
    private static final Set<String> CHANGES =
            Set.of("register-user", "store-buy-now", "store-bid", "store-comment", "register-item");

    private transient volatile @Nullable Auction auction;

    /** A request that lacks a number, or has a wrong one. */
    private static final class BadFieldException extends Exception {

        private static final long serialVersionUID = 1L;

        BadFieldException(String name, int most) {
            super("write " + name + "= with a number from 0 to " + most);
        }
    }

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        answer(request, response, false);
    }

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        answer(request, response, true);
    }

    private void answer(HttpServletRequest request, HttpServletResponse response, boolean isPost) throws IOException {
        String info = request.getPathInfo();
        String page = info == null ? "" : info.substring(1);
        if (CHANGES.contains(page) != isPost) {
            response.sendError(isPost ? HttpServletResponse.SC_NOT_FOUND : HttpServletResponse.SC_METHOD_NOT_ALLOWED);
            return;
        }
        String content;
        try {
            content = FORMS.contains(page) ? "<form></form>" : content(page, request);
        } catch (BadFieldException e) {
            Fields.refuse(response, String.valueOf(e.getMessage()));
            return;
        } catch (SQLException | NamingException e) {
            getServletContext().log("trade: the database does not do its part", e);
            response.sendError(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
            return;
        }
        if (content.isEmpty()) {
            response.sendError(HttpServletResponse.SC_NOT_FOUND);
            return;
        }
        byte[] html = ("<!doctype html><title>" + page + "</title>" + content).getBytes(StandardCharsets.UTF_8);
        response.setContentType("text/html; charset=UTF-8");
        response.setHeader("Cache-Control", "no-store");
        response.setContentLength(html.length);
        response.getOutputStream().write(html);
    }

    /** A page's content; empty for a page that does not exist. */
    private String content(String page, HttpServletRequest from)
            throws SQLException, NamingException, BadFieldException {
        Auction site = site();
        return switch (page) {
            case "browse-categories", "select-category" -> site.categories(-1);
            case "browse-categories-in-region" -> site.categories(region(from));
            case "browse-regions" -> site.regions();
            case "search-category" -> site.items(category(from), -1, field(from, "page", 1000));
            case "search-region" -> site.items(category(from), region(from), field(from, "page", 1000));
            case "view-item", "buy-now", "put-bid", "put-comment" -> site.item(item(from));
            case "view-user" -> site.user(user(from));
            case "view-bids" -> site.bids(item(from));
            case "about-me" -> site.about(user(from));
            case "register-user" -> site.register(field(from, "name", 1_000_000), region(from));
            case "store-buy-now" -> site.buyNow(item(from));
            case "store-bid" -> site.bid(item(from), user(from), 1 + field(from, "add", 9));
            case "store-comment" -> site.comment(user(from), field(from, "rating", 4), field(from, "length", 2047));
            case "register-item" ->
                site.sell(
                        category(from),
                        region(from),
                        user(from),
                        field(from, "price", 4999),
                        field(from, "length", AuctionSchema.LONGEST_DESCRIPTION));
            default -> "";
        };
    }

    private Auction site() throws SQLException, NamingException {
        Auction open = auction;
        if (open == null) {
            synchronized (this) {
                open = auction;
                if (open == null) {
                    open = new Auction(DataSources.find(Setting.text(getServletContext(), "trade.datasource")));
                    auction = open;
                }
            }
        }
        return open;
    }

    private static int category(HttpServletRequest from) throws BadFieldException {
        return field(from, "category", AuctionSchema.CATEGORIES - 1);
    }

    private static int region(HttpServletRequest from) throws BadFieldException {
        return field(from, "region", AuctionSchema.REGIONS - 1);
    }

    private static int item(HttpServletRequest from) throws BadFieldException {
        return field(from, "item", AuctionSchema.ITEMS - 1);
    }

    private static int user(HttpServletRequest from) throws BadFieldException {
        return field(from, "user", AuctionSchema.USERS - 1);
    }

    private static int field(HttpServletRequest from, String name, int most) throws BadFieldException {
        int number = Fields.number(from, name, 0, most);
        if (number < 0) {
            throw new BadFieldException(name, most);
        }
        return number;
    }
}
