// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.report;

import io.evenkeel.config.ReportInterval;
import io.evenkeel.dispatcher.affinity.joint.ToldSessions;
import io.evenkeel.dispatcher.node.AdminState;
import io.evenkeel.dispatcher.node.NodeOrder;
import io.evenkeel.dispatcher.node.NodeSlices;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a message. Fields that it does not know are passed over, and so is an order with a state that it does not know:
 * they are of a newer version. Octets that are no message are refused. They cost at most four times their size, and
 * some 300 octets for each order and 1,400 for each cluster, which may have 32 slices; their numbers are bounded.
 */
public final class ReportReader {

    /** Octets of a message, at most. */
    public static final int MOST_OCTETS = 4 << 20;

    static final int MOST_CHARACTERS = 1_000;

    /** Lines of a step of a reload, at most. */
    static final int MOST_LINES = 200;

    static final int MOST_TEXT = 3 * MOST_CHARACTERS;
    private static final int MOST_EVERY_MS = 1_000;
    private static final int MOST_CLUSTERS = 10_000;
    private static final int MOST_ORDERS = 10_000;
    private static final long MOST_SEEN = 1L << 50;
    private static final long MOST_STAMP = 1L << 60;
    private static final double MOST_WEIGHT = 1e6;
    private static final int BITS = 8;

    private ReportReader() {}

    public static MemberReport read(byte[] octets, int from, int length) throws ReportException {
        if (length > MOST_OCTETS) {
            throw new ReportException("it has more than " + MOST_OCTETS + " bytes");
        }
        ByteBuffer in = ByteBuffer.wrap(octets, from, length);
        if (length < 5 || magic(in) != Tags.MAGIC) {
            throw new ReportException("it does not begin as a message of a joined dispatcher");
        }
        int version = in.get();
        int least = in.get();
        if (least > Tags.VERSION) {
            throw new ReportException("it is of version " + version + ", and this program knows up to " + Tags.VERSION);
        }
        return read(new FieldReader(in));
    }

    private static int magic(ByteBuffer in) {
        int first = in.get() & 0xFF;
        int second = in.get() & 0xFF;
        return (first << 16) | (second << 8) | (in.get() & 0xFF);
    }

    private static MemberReport read(FieldReader in) throws ReportException {
        long member = 0;
        String name = "";
        String program = "";
        long sequence = 0;
        long flags = 0;
        int generation = 0;
        long digest = 0;
        int everyMs = ReportInterval.LONGEST_MS;
        List<ClusterWork> clusters = new ArrayList<>();
        List<StampedOrder> orders = new ArrayList<>();
        ReloadStep step = null;
        CutStep cut = null;
        ToldSessions sessions = null;
        for (int tag = in.next(); tag != 0; tag = in.next()) {
            switch (tag) {
                case Tags.MEMBER -> member = in.eight();
                case Tags.NAME -> name = in.text(MOST_TEXT);
                case Tags.PROGRAM -> program = in.text(MOST_TEXT);
                case Tags.SEQUENCE -> sequence = in.number(Long.MAX_VALUE);
                case Tags.FLAGS -> flags = in.number(Long.MAX_VALUE);
                case Tags.GENERATION -> generation = (int) in.number(Integer.MAX_VALUE);
                case Tags.DIGEST -> digest = in.eight();
                case Tags.CLUSTER -> clusters.add(cluster(in.fields()));
                case Tags.ORDER -> {
                    StampedOrder order = order(in.fields());
                    if (order != null) {
                        orders.add(order);
                    }
                }
                case Tags.RELOAD -> step = reload(in.fields());
                case Tags.EVERY -> everyMs = (int) Math.min(MOST_EVERY_MS, in.number(Long.MAX_VALUE));
                case Tags.CUT -> cut = cut(in.fields());
                case Tags.SESSIONS -> sessions = SessionFields.read(in.fields());
                default -> {}
            }
            if (clusters.size() > MOST_CLUSTERS) {
                throw new ReportException("it names more than " + MOST_CLUSTERS + " clusters");
            }
            if (orders.size() > MOST_ORDERS) {
                throw new ReportException("it has more than " + MOST_ORDERS + " orders");
            }
        }
        if (name.isEmpty() || member == 0) {
            throw new ReportException("it does not say whose it is");
        }
        return new MemberReport(
                member,
                name,
                program,
                sequence,
                generation,
                (flags & Tags.DRAINING) != 0,
                (flags & Tags.LEAVING) != 0,
                digest,
                clusters,
                orders,
                step,
                cut,
                sessions,
                everyMs);
    }

    private static CutStep cut(FieldReader in) throws ReportException {
        long round = 0;
        String cluster = "";
        String node = "";
        int inFlight = -1;
        for (int tag = in.next(); tag != 0; tag = in.next()) {
            switch (tag) {
                case Tags.ROUND -> round = in.eight();
                case Tags.CUT_CLUSTER -> cluster = in.text(MOST_TEXT);
                case Tags.CUT_NODE -> node = in.text(MOST_TEXT);
                case Tags.TOLD_TO_END -> inFlight = (int) in.number(Integer.MAX_VALUE);
                default -> {}
            }
        }
        if (cluster.isEmpty() || node.isEmpty()) {
            throw new ReportException("a cut is of no node");
        }
        return new CutStep(round, cluster, node, inFlight);
    }

    /** A step; null for one of a kind that is not known here. */
    private static @Nullable ReloadStep reload(FieldReader in) throws ReportException {
        long round = 0;
        String kind = "";
        boolean good = false;
        List<String> lines = new ArrayList<>();
        for (int tag = in.next(); tag != 0; tag = in.next()) {
            switch (tag) {
                case Tags.ROUND -> round = in.eight();
                case Tags.KIND -> kind = in.text(MOST_TEXT);
                case Tags.GOOD -> good = in.number(Long.MAX_VALUE) != 0;
                case Tags.LINE -> {
                    if (lines.size() < MOST_LINES) {
                        lines.add(in.text(MOST_TEXT));
                    }
                }
                default -> {}
            }
        }
        ReloadStep.Kind known = named(ReloadStep.Kind.values(), kind);
        return known == null ? null : new ReloadStep(round, known, good, lines);
    }

    private static ClusterWork cluster(FieldReader in) throws ReportException {
        String name = "";
        long[] keys = {};
        int[] inFlight = {};
        int[] rates = {};
        boolean[] out = {};
        List<NodeLeft> left = new ArrayList<>();
        SessionsSeen seen = SessionsSeen.NONE;
        NodeSlices slices = null;
        for (int tag = in.next(); tag != 0; tag = in.next()) {
            switch (tag) {
                case Tags.CLUSTER_NAME -> name = in.text(MOST_TEXT);
                case Tags.KEYS -> keys = keys(in);
                case Tags.IN_FLIGHT -> inFlight = numbers(in, keys.length);
                case Tags.RATES -> rates = numbers(in, keys.length);
                case Tags.OUT -> out = bits(in, keys.length);
                case Tags.LEFT -> {
                    if (left.size() < NodeLeft.MOST) {
                        left.add(new NodeLeft(
                                in.eight(), (int) in.number(Integer.MAX_VALUE), (int) in.number(Integer.MAX_VALUE)));
                    }
                }
                case Tags.SEEN ->
                    seen = new SessionsSeen(
                            (int) in.number(Integer.MAX_VALUE),
                            (int) in.number(Integer.MAX_VALUE),
                            in.number(MOST_SEEN),
                            in.number(MOST_SEEN),
                            in.number(MOST_SEEN));
                case Tags.SLICES -> slices = SliceFields.read(in.fields(), keys.length);
                default -> {}
            }
        }
        if (inFlight.length != keys.length
                || rates.length != keys.length
                || out.length != keys.length
                || (slices != null && slices.came().length != keys.length)) {
            throw new ReportException("the lists of a cluster have different lengths");
        }
        return new ClusterWork(name, keys, inFlight, rates, out, left, seen, slices);
    }

    private static long[] keys(FieldReader in) throws ReportException {
        long[] keys = new long[in.length() / Long.BYTES];
        for (int i = 0; i < keys.length; i++) {
            keys[i] = in.eight();
            if (i > 0 && keys[i] <= keys[i - 1]) {
                throw new ReportException("the keys of nodes are out of order");
            }
        }
        return keys;
    }

    static int[] numbers(FieldReader in, int count) throws ReportException {
        if (in.length() < count) {
            throw new ReportException("a list is too short");
        }
        int[] numbers = new int[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = (int) in.number(Integer.MAX_VALUE);
        }
        return numbers;
    }

    private static boolean[] bits(FieldReader in, int count) throws ReportException {
        boolean[] bits = new boolean[count];
        for (int i = 0; i < count; i++) {
            bits[i] = (in.octet(i / BITS) & (1 << (i % BITS))) != 0;
        }
        return bits;
    }

    /** An order; null for one with a state that is not known here. */
    private static @Nullable StampedOrder order(FieldReader in) throws ReportException {
        String cluster = "";
        String node = "";
        String state = "";
        String reason = null;
        String by = null;
        double weight = Double.NaN;
        double settingsWeight = Double.NaN;
        long stamp = 0;
        long origin = 0;
        for (int tag = in.next(); tag != 0; tag = in.next()) {
            switch (tag) {
                case Tags.CLUSTER_NAME -> cluster = in.text(MOST_TEXT);
                case Tags.NODE -> node = in.text(MOST_TEXT);
                case Tags.STATE -> state = in.text(MOST_TEXT);
                case Tags.REASON -> reason = in.text(MOST_TEXT);
                case Tags.BY -> by = in.text(MOST_TEXT);
                case Tags.WEIGHT -> weight = weight(in);
                case Tags.SETTINGS_WEIGHT -> settingsWeight = weight(in);
                case Tags.STAMP -> stamp = in.number(MOST_STAMP);
                case Tags.ORIGIN -> origin = in.eight();
                default -> {}
            }
        }
        if (cluster.isEmpty() || node.isEmpty()) {
            throw new ReportException("an order is for no node");
        }
        AdminState known = named(AdminState.values(), state);
        return known == null
                ? null
                : new StampedOrder(
                        cluster, node, new NodeOrder(known, reason, by, weight, settingsWeight), stamp, origin);
    }

    /** The constant with a name; null for one that this version does not know. */
    private static <E extends Enum<E>> @Nullable E named(E[] constants, String name) {
        for (E each : constants) {
            if (each.name().equals(name)) {
                return each;
            }
        }
        return null;
    }

    private static double weight(FieldReader in) throws ReportException {
        double weight = Double.longBitsToDouble(in.eight());
        if (!Double.isNaN(weight) && !(weight > 0 && weight <= MOST_WEIGHT)) {
            throw new ReportException("a weight is not above 0 and at most " + MOST_WEIGHT);
        }
        return weight;
    }
}
