// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.load;

import io.evenkeel.load.StateMix.Embedded;
import io.evenkeel.simulator.chance.Distribution;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * The mixes of pages of published benchmarks, those of paper 3's experiments; {@code examples/trade} answers them.
 *
 * <p>All figures are the sources'. Where two shares of a source add up to more than 1, the later ones are cut off, as
 * the source's program does when it draws; where they add up to less, the user stays on the page.
 */
public final class StateMixes {

    /** The pages from the cart on are secure: their browsers keep no picture of them. */
    private static final String PICTURES = """
            index = 43 48 54 78 147 166 167 173 187 592 616 738 1022 1186 1259 1360 1550 1593 1761 1809:0.3 ; 82 \
            18346 19207 21838 22612:0.2
            search = 43 67 185 205 370 523 1731:0.3
            browse = 443 59 62 63 71 132 175 224 243 523 917 1167 1347 1402 1480 1504 1621 1738:0.3 ; 2208 11918 \
            11972 14408 14525 14748 15750:0.2
            product-line = 49 72 185 1423 2176:0.3 ; 3140 6828 8210 9461 10633 10774 11044:0.1
            product = 43 58 71 49 121 132 187 187:0.3 ; 2154 3521:0.1
            customize-1 = 43 43 49 95 114 370:0.3 ; 1373 1936 1994:0.1
            customize-2 = 43 43 49 95 114 370:0.3 ; 1373 1936 1994:0.1
            customize-3 = 43 43 49 95 114 370:0.3 ; 1373 1936 1994:0.1
            cart = 43 43 43 44 44 48 50 57 61 65 82 83 91 97 98 130 136 223 243 251 274 278 280 283 319 329 362 \
            363 385 523 621 1848 1980 7894 8240 8255 8484 8886 8914 43:0
            login = 43 43 43 44 48 59 59 59 60 65 82 83 97 102 136 217 356 385 523 1648 1913:0
            shipping = 61 378 515 518 922:0
            billing = 50 159 519 897 1069:0
            confirm = 43 44 80 92 97 98 130 135 135 135 223 586 1120:0
            """;

    /**
     * The bidding mix of RUBiS 1.4.3, the auction site: 27 pages, 7 s between them on average, exponentially (paper 3,
     * 2.4.3). The ranges of users and items are ours, those of the sample application; RUBiS has a million users.
     */
    public static final StateMix AUCTION = StateMix.parse(
            "auction",
            "RUBiS, workload/default_transitions_7.txt; think times of paper 3, 2.4.3",
            """
            home = GET /auction/home > register 0.07, browse 0.7, sell 0.05, about-me-auth 0.15, home 0.03
            register = GET /auction/register > home 0.0001, register-user 0.99, browse 0.0058, sell 0.0005, \
            about-me-auth 0.0015, register 0.0021
            register-user = POST /auction/register-user?name={user:1000000}&region={region:62} > home 0.01, \
            browse 0.58, sell 0.05, about-me-auth 0.15, end 0.2, register-user 0.01
            browse = GET /auction/browse > home 0.0001, register 0.01, browse-categories 0.7, browse-regions \
            0.2899
            browse-categories = GET /auction/browse-categories > home 0.0001, register 0.01, browse 0.0058, \
            search-category 0.9841
            search-category = GET /auction/search-category?category={category:20}&page=0 > home 0.0001, register \
            0.01, browse 0.0058, search-category 0.4, view-item 0.5, put-bid-auth 0.0841
            browse-regions = GET /auction/browse-regions > home 0.0001, register 0.01, browse 0.0058, \
            browse-categories-in-region 0.9841
            browse-categories-in-region = GET /auction/browse-categories-in-region?region={region:62} > home \
            0.0001, register 0.01, browse 0.0058, search-region 0.9841
            search-region = GET /auction/search-region?category={category:20}&region={region:62}&page=0 > home \
            0.0001, register 0.01, browse 0.0058, search-region 0.4, view-item 0.5, put-bid-auth 0.0841
            view-item = GET /auction/view-item?item={item:1000} > home 0.0001, register 0.01, browse 0.0058, \
            view-user 0.1, view-bids 0.05, buy-now-auth 0.1, put-bid-auth 0.22, put-comment 0.02, sell 0.0005, \
            about-me-auth 0.0015, back 0.4921
            view-user = GET /auction/view-user?user={user:1000} > home 0.0001, register 0.01, browse 0.0058, \
            view-user 0.19, sell 0.0005, about-me-auth 0.0015, back 0.7921
            view-bids = GET /auction/view-bids?item={item:1000} > home 0.0001, register 0.01, browse 0.0058, \
            view-user 0.19, sell 0.0005, about-me-auth 0.0015, back 0.7921
            buy-now-auth = GET /auction/buy-now-auth > home 0.0001, register 0.01, browse 0.0058, buy-now 0.9841
            buy-now = GET /auction/buy-now?item={item:1000}&user={user:1000} > home 0.0001, register 0.01, \
            browse 0.0058, store-buy-now 0.9841
            store-buy-now = POST /auction/store-buy-now?item={item:1000}&user={user:1000} > home 0.01, register \
            0.01, browse 0.58, sell 0.05, about-me-auth 0.15, end 0.2
            put-bid-auth = GET /auction/put-bid-auth > home 0.0001, register 0.01, browse 0.0058, put-bid 0.9841
            put-bid = GET /auction/put-bid?item={item:1000}&user={user:1000} > home 0.0001, register 0.01, \
            browse 0.0058, view-user 0.05, view-bids 0.15, store-bid 0.74, put-comment 0.0441
            store-bid = POST /auction/store-bid?item={item:1000}&user={user:1000}&add={add:10} > home 0.01, \
            register 0.01, browse 0.58, sell 0.05, about-me-auth 0.15, end 0.2
            put-comment-auth = GET /auction/put-comment-auth > home 0.0001, register 0.01, browse 0.0058, \
            put-comment 0.9841
            put-comment = GET /auction/put-comment?item={item:1000}&user={user:1000} > home 0.0001, register \
            0.01, browse 0.0058, store-comment 0.9841
            store-comment = POST /auction/store-comment?user={user:1000}&rating={rating:5}&length={length:2048} \
            > home 0.01, register 0.01, browse 0.58, sell 0.05, about-me-auth 0.15, end 0.2
            sell = GET /auction/sell > home 0.0001, register 0.01, browse 0.0058, sell 0.0005, select-category \
            0.9836
            select-category = GET /auction/select-category > home 0.0001, register 0.01, browse 0.0058, sell \
            0.0005, sell-form 0.9836
            sell-form = GET /auction/sell-form?category={category:20} > home 0.0001, register 0.01, browse \
            0.0058, sell 0.0005, register-item 0.9836
            register-item = POST \
            /auction/register-item?category={category:20}&region={region:62}&user={user:1000}&price={price:5000}&length={length:7168} \
            > home 0.01, register 0.01, browse 0.58, sell 0.05, about-me-auth 0.15, end 0.2
            about-me-auth = GET /auction/about-me-auth > home 0.0001, register 0.01, browse 0.0058, sell 0.0005, \
            about-me-auth 0.0015, about-me 0.9821
            about-me = GET /auction/about-me?user={user:1000} > home 0.002, register 0.01, browse 0.116, \
            view-item 0.65, view-user 0.05, put-bid-auth 0.1, sell 0.01, about-me-auth 0.03, end 0.032
            """,
            Map.of(),
            Distribution.parse("exponential(7s)"));

    /**
     * The e-commerce load of SPECweb2005: 13 pages with the octets that are appended to each, and their pictures.
     * The share of a picture is read as that of the visits in which the browser has it and asks whether it has
     * changed. Users think for 10 s on average, geometrically in steps of 2 s; SPEC's limit of 150 s is left out,
     * because it would be met once in twenty million times. The shares of visits that the file expects are those of
     * this chain up to the product page; behind it SPEC's client repeats pages in ways of its own, which are left out.
     */
    public static final StateMix SHOP = StateMix.parse(
            "shop",
            "SPECweb2005, SPECweb_Ecommerce.config: STATE_n, APPEND_SZ_n, FILE_n_DATA, THINK_TIME",
            """
            index = GET /shop/index?octets=54000 > index 0.2, search 0.15, browse 0.6, end 0.05
            search = GET /shop/search?octets=167000 > index 0.05, search 0.7, browse 0.2, end 0.05
            browse = GET /shop/browse?octets=68000 > index 0.1, browse 0.1, product-line 0.75, end 0.05
            product-line = GET /shop/product-line?octets=108000 > index 0.05, browse 0.1, product 0.8, end 0.05
            product = GET /shop/product?octets=22000 > index 0.05, browse 0.05, product-line 0.15, customize-1 \
            0.7, end 0.05
            customize-1 = GET /shop/customize-1?octets=154000 > customize-1 0.45, customize-2 0.5, end 0.05
            customize-2 = GET /shop/customize-2?octets=154000 > customize-1 0.1, customize-2 0.3, customize-3 \
            0.55, end 0.05
            customize-3 = GET /shop/customize-3?octets=154000 > customize-2 0.1, customize-3 0.2, cart 0.65, end \
            0.05
            cart = GET /shop/cart?octets=112000 > cart 0.25, login 0.7, end 0.05
            login = GET /shop/login?octets=45000 > login 0.5, shipping 0.45, end 0.05
            shipping = GET /shop/shipping?octets=17000 > billing 0.95, end 0.05
            billing = GET /shop/billing?octets=33000 > confirm 0.95, end 0.05
            confirm = GET /shop/confirm?octets=23000 > confirm 0.75, end 0.25
            """,
            pictures(),
            new Stepped(2000, Distribution.parse("geometric(5)")));

    /** All of them by name. */
    public static final Map<String, StateMix> ALL = Map.of(AUCTION.name(), AUCTION, SHOP.name(), SHOP);

    private StateMixes() {}

    /** A whole number of steps. */
    private record Stepped(double step, Distribution count) implements Distribution {

        @Override
        public double sample(RandomGenerator random) {
            return step * count.sample(random);
        }

        @Override
        public double mean() {
            return step * count.mean();
        }

        @Override
        public double variation() {
            return count.variation();
        }
    }

    /** Reads the pictures of the pages: sizes, then the share of the visits in which the browser has them. */
    private static Map<String, List<Embedded>> pictures() {
        Map<String, List<Embedded>> all = new LinkedHashMap<>();
        PICTURES.lines().forEach(line -> {
            String[] sides = line.split(" = ", 2);
            List<Embedded> files = new ArrayList<>();
            for (String group : sides[1].split(" ; ", -1)) {
                String[] parts = group.split(":", 2);
                for (String size : parts[0].split(" ", -1)) {
                    files.add(new Embedded(Long.parseLong(size), Double.parseDouble(parts[1])));
                }
            }
            all.put(sides[0], files);
        });
        return all;
    }
}
