// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.export;

import io.evenkeel.dispatcher.control.ClusterView;
import io.evenkeel.dispatcher.control.ClusterView.NodeView;
import io.evenkeel.dispatcher.control.Control;
import io.evenkeel.dispatcher.control.DispatcherView.ListenerView;
import io.evenkeel.dispatcher.metrics.MeasureSnapshot;
import io.evenkeel.dispatcher.metrics.Traffic;
import io.evenkeel.dispatcher.monitor.AgentState;
import io.evenkeel.dispatcher.monitor.AgentView;
import io.evenkeel.dispatcher.monitor.SampleSource;
import io.evenkeel.dispatcher.node.NodeState;
import io.javalin.http.Context;
import java.util.List;
import java.util.Locale;

/**
 * The {@code /stats;csv} page: HAProxy's statistics as its 2.6 series writes them, so that tools for HAProxy can read
 * them.
 *
 * <p>Columns that have no counterpart here are empty, as HAProxy leaves those that do not apply. The four mean times
 * are means since the node joined, where HAProxy takes its last 1024 requests. Listeners are frontends, clusters
 * backends and nodes servers.
 */
public final class HaproxyCsv {

    static final String HEADER =
            "# pxname,svname,qcur,qmax,scur,smax,slim,stot,bin,bout,dreq,dresp,ereq,econ,eresp,wretr,wredis,"
                    + "status,weight,act,bck,chkfail,chkdown,lastchg,downtime,qlimit,pid,iid,sid,throttle,lbtot,tracked,type,rate,rate_lim,"
                    + "rate_max,check_status,check_code,check_duration,hrsp_1xx,hrsp_2xx,hrsp_3xx,hrsp_4xx,hrsp_5xx,hrsp_other,hanafail,"
                    + "req_rate,req_rate_max,req_tot,cli_abrt,srv_abrt,comp_in,comp_out,comp_byp,comp_rsp,lastsess,last_chk,last_agt,qtime,"
                    + "ctime,rtime,ttime,agent_status,agent_code,agent_duration,check_desc,agent_desc,check_rise,check_fall,check_health,"
                    + "agent_rise,agent_fall,agent_health,addr,cookie,mode,algo,conn_rate,conn_rate_max,conn_tot,intercepted,dcon,dses,wrew,"
                    + "connect,reuse,cache_lookups,cache_hits,srv_icur,src_ilim,qtime_max,ctime_max,rtime_max,ttime_max,eint,idle_conn_cur,"
                    + "safe_conn_cur,used_conn_cur,need_conn_est,uweight,agg_server_status,agg_server_check_status,agg_check_status,";

    private final Control control;

    public HaproxyCsv(Control control) {
        this.control = control;
    }

    /** Answers with the page. */
    public void answer(Context context) {
        context.contentType("text/plain; charset=utf-8").result(text());
    }

    String text() {
        StringBuilder out = new StringBuilder(HEADER).append('\n');
        int id = 1;
        for (ListenerView listener : control.dispatcher().listeners()) {
            out.append(frontend(listener, ++id)).append('\n');
        }
        for (ClusterView cluster : control.clusters()) {
            id++;
            List<NodeView> nodes = cluster.nodes();
            for (int k = 0; k < nodes.size(); k++) {
                out.append(server(cluster, nodes.get(k), id, k + 1)).append('\n');
            }
            out.append(backend(cluster, id)).append('\n');
        }
        return out.toString();
    }

    private static CsvRow frontend(ListenerView view, int id) {
        long refused = view.traffic().refused().values().stream()
                .mapToLong(Long::longValue)
                .sum();
        return row(view.name(), "FRONTEND", id, 0, 0)
                .set("scur", view.traffic().open())
                .set("stot", view.traffic().accepted())
                .set("conn_tot", view.traffic().accepted())
                .set("ereq", refused)
                .set("status", "OPEN")
                .set("addr", view.address())
                .set("mode", view.protocol());
    }

    private static CsvRow server(ClusterView cluster, NodeView view, int id, int serverId) {
        int limit = view.counts().limit();
        CsvRow row = row(cluster.name(), view.name(), id, serverId, 2)
                .set("qcur", 0)
                .set("scur", view.counts().inFlight())
                .set("slim", limit == Integer.MAX_VALUE ? "" : String.valueOf(limit))
                .set("stot", view.counts().started())
                .set("lbtot", view.counts().started())
                .set("status", status(view.state()))
                .set("weight", Math.max(1, Math.round(view.weight())))
                .set("uweight", Math.max(1, Math.round(view.weight())))
                .set("act", 1)
                .set("bck", 0)
                .set("lastchg", view.span().forMs() / 1000)
                .set("cli_abrt", view.counts().abandoned())
                .set("addr", view.address())
                .set(
                        "srv_icur",
                        Math.max(0, view.counts().connections() - view.counts().inFlight()))
                .set("used_conn_cur", view.counts().inFlight())
                .set("last_chk", view.reason() == null ? "" : view.reason());
        agent(row, view.agent());
        return traffic(row, view.traffic());
    }

    /** HAProxy's words for the last check of an agent; empty without one, as HAProxy leaves them. */
    private static void agent(CsvRow row, AgentView view) {
        if (view.state() == AgentState.NONE) {
            return;
        }
        row.set("agent_status", status(view))
                .set("agent_desc", view.state().name().toLowerCase(Locale.ROOT))
                .set("last_agt", view.reason() == null ? "" : view.reason());
        if (view.pullMs() >= 0) {
            row.set("agent_duration", view.pullMs());
        }
        if (view.source() == SampleSource.PULL && view.state() == AgentState.REPORTING) {
            row.set("agent_code", 200);
        }
    }

    private static String status(AgentView view) {
        return switch (view.state()) {
            case REPORTING -> "L7OK";
            case LYING -> "L7RSP";
            case SILENT -> "L7TOUT";
            case NEVER -> view.pullsFailed() == 0 ? "INI" : "L7TOUT";
            case NONE -> "";
        };
    }

    private static CsvRow backend(ClusterView view, int id) {
        int inFlight =
                view.nodes().stream().mapToInt(node -> node.counts().inFlight()).sum();
        long chosen =
                view.nodes().stream().mapToLong(node -> node.counts().started()).sum();
        CsvRow row = row(view.name(), "BACKEND", id, 0, 1)
                .set("qcur", view.counts().waiting())
                .set("scur", inFlight)
                .set("stot", view.traffic().tasks())
                .set("lbtot", chosen)
                .set("wretr", view.counts().retriesTotal())
                .set("wredis", view.counts().retriesTotal())
                .set("status", view.counts().up() > 0 ? "UP" : "DOWN")
                .set("act", view.counts().up())
                .set("bck", 0)
                .set("algo", view.policy());
        return traffic(row, view.traffic());
    }

    private static CsvRow row(String proxy, String service, int id, int serverId, int type) {
        return new CsvRow(HEADER)
                .set("# pxname", proxy)
                .set("svname", service)
                .set("pid", 1)
                .set("iid", id)
                .set("sid", serverId)
                .set("type", type);
    }

    private static CsvRow traffic(CsvRow row, Traffic traffic) {
        return row.set("bin", traffic.bytesIn())
                .set("bout", traffic.bytesOut())
                .set("eresp", traffic.failures())
                .set("req_tot", traffic.tasks())
                .set("hrsp_1xx", traffic.byStatus().get(1))
                .set("hrsp_2xx", traffic.byStatus().get(2))
                .set("hrsp_3xx", traffic.byStatus().get(3))
                .set("hrsp_4xx", traffic.byStatus().get(4))
                .set("hrsp_5xx", traffic.byStatus().get(5))
                .set("hrsp_other", traffic.byStatus().get(0))
                .set("qtime", meanMs(traffic.wt1Ns()))
                .set("ctime", meanMs(traffic.wt2Ns()))
                .set("rtime", meanMs(traffic.ptNs()))
                .set("ttime", meanMs(traffic.responseNs()));
    }

    private static long meanMs(MeasureSnapshot ns) {
        return Math.round(ns.mean() / 1e6);
    }

    private static String status(NodeState state) {
        return switch (state) {
            case UP, PROBING -> "UP";
            case DRAIN -> "DRAIN";
            case MAINT -> "MAINT";
            case DOWN, EJECTED, SILENT -> "DOWN";
            case RESTING -> "DRAIN";
        };
    }
}
