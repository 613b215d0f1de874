// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.report;

import io.evenkeel.dispatcher.affinity.joint.ToldSessions;
import io.evenkeel.dispatcher.node.NodeOrder;
import io.evenkeel.dispatcher.node.NodeSlices;

/**
 * Writes a message: three octets of magic, the version of the form, the lowest version that may read it, and fields. A
 * node costs 8 octets for its key, usually 3 for its figures, and 8 for its load by slices of a second if the policy
 * counts them.
 */
public final class ReportWriter {

    private static final int BITS = 8;

    private ReportWriter() {}

    public static byte[] write(MemberReport report) {
        FieldWriter out = new FieldWriter()
                .octet(Tags.MAGIC >> 16)
                .octet(Tags.MAGIC >> 8)
                .octet(Tags.MAGIC)
                .octet(Tags.VERSION)
                .octet(Tags.LEAST_READER);
        out.eight(Tags.MEMBER, report.member());
        out.text(Tags.NAME, report.name());
        if (report.sequence() > 0) {
            out.text(Tags.PROGRAM, report.version());
            out.number(Tags.SEQUENCE, report.sequence());
            out.number(Tags.FLAGS, (report.leaving() ? Tags.LEAVING : 0) | (report.draining() ? Tags.DRAINING : 0));
            out.number(Tags.GENERATION, report.generation());
            out.eight(Tags.DIGEST, report.digest());
            out.number(Tags.EVERY, report.everyMs());
        }
        for (ClusterWork each : report.clusters()) {
            out.field(Tags.CLUSTER, cluster(each.brief()));
        }
        for (StampedOrder each : report.orders()) {
            out.field(Tags.ORDER, order(each));
        }
        ReloadStep step = report.step();
        if (step != null) {
            out.field(Tags.RELOAD, reload(step));
        }
        CutStep cut = report.cut();
        if (cut != null) {
            out.field(Tags.CUT, cut(cut));
        }
        ToldSessions sessions = report.sessions();
        if (sessions != null) {
            out.field(Tags.SESSIONS, sessions(sessions));
        }
        return out.done();
    }

    private static FieldWriter reload(ReloadStep step) {
        FieldWriter out = new FieldWriter()
                .eight(Tags.ROUND, step.round())
                .text(Tags.KIND, step.kind().name())
                .number(Tags.GOOD, step.good() ? 1 : 0);
        step.lines().stream().limit(ReportReader.MOST_LINES).forEach(line -> out.text(Tags.LINE, line));
        return out;
    }

    private static FieldWriter cut(CutStep cut) {
        FieldWriter out = new FieldWriter()
                .eight(Tags.ROUND, cut.round())
                .text(Tags.CUT_CLUSTER, cut.cluster())
                .text(Tags.CUT_NODE, cut.node());
        return cut.isAnswer() ? out.number(Tags.TOLD_TO_END, cut.inFlight()) : out;
    }

    /** A session costs 24 octets for its key and its node, and usually 3 for its times. */
    private static FieldWriter sessions(ToldSessions told) {
        FieldWriter keys = new FieldWriter();
        FieldWriter nodes = new FieldWriter();
        FieldWriter ages = new FieldWriter();
        FieldWriter idles = new FieldWriter();
        for (int i = 0; i < told.size(); i++) {
            keys.eight(told.high()[i]).eight(told.low()[i]);
            nodes.eight(told.nodes()[i]);
            ages.unsigned(Math.min(SessionFields.LONGEST_S, told.ages()[i]));
            idles.unsigned(Math.min(SessionFields.LONGEST_S, told.idles()[i]));
        }
        return new FieldWriter()
                .text(Tags.CLUSTER_NAME, told.cluster())
                .field(Tags.SESSION_KEYS, keys)
                .field(Tags.SESSION_NODES, nodes)
                .field(Tags.AGES, ages)
                .field(Tags.IDLES, idles);
    }

    private static FieldWriter cluster(ClusterWork work) {
        FieldWriter keys = new FieldWriter();
        FieldWriter inFlight = new FieldWriter();
        FieldWriter rates = new FieldWriter();
        int count = work.keys().length;
        byte[] out = new byte[(count + BITS - 1) / BITS];
        for (int i = 0; i < count; i++) {
            keys.eight(work.keys()[i]);
            inFlight.unsigned(work.inFlight()[i]);
            rates.unsigned(work.perTenSeconds()[i]);
            out[i / BITS] |= (byte) (work.out()[i] ? 1 << (i % BITS) : 0);
        }
        FieldWriter cluster = new FieldWriter()
                .text(Tags.CLUSTER_NAME, work.cluster())
                .field(Tags.KEYS, keys)
                .field(Tags.IN_FLIGHT, inFlight)
                .field(Tags.RATES, rates)
                .field(Tags.OUT, out);
        for (NodeLeft each : work.left()) {
            cluster.field(
                    Tags.LEFT,
                    new FieldWriter()
                            .eight(each.key())
                            .unsigned(each.sessions())
                            .unsigned(each.goneSeconds()));
        }
        SessionsSeen seen = work.seen();
        if (!seen.equals(SessionsSeen.NONE)) {
            cluster.field(
                    Tags.SEEN,
                    new FieldWriter()
                            .unsigned(seen.running())
                            .unsigned(seen.thinkMs())
                            .unsigned(seen.completed())
                            .unsigned(seen.requests())
                            .unsigned(seen.seconds()));
        }
        NodeSlices slices = work.slices();
        return slices == null ? cluster : cluster.field(Tags.SLICES, SliceFields.write(slices));
    }

    private static FieldWriter order(StampedOrder stamped) {
        NodeOrder order = stamped.order();
        return new FieldWriter()
                .text(Tags.CLUSTER_NAME, stamped.cluster())
                .text(Tags.NODE, stamped.node())
                .text(Tags.STATE, order.wanted().name())
                .text(Tags.REASON, order.reason())
                .text(Tags.BY, order.by())
                .eight(Tags.WEIGHT, Double.doubleToRawLongBits(order.weight()))
                .eight(Tags.SETTINGS_WEIGHT, Double.doubleToRawLongBits(order.settingsWeight()))
                .number(Tags.STAMP, stamped.stamp())
                .eight(Tags.ORIGIN, stamped.origin());
    }
}
