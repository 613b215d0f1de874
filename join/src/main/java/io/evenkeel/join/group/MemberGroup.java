// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.group;

import io.evenkeel.config.JoinSettings;
import io.evenkeel.config.address.BindTrouble;
import io.evenkeel.config.address.HostPort;
import io.evenkeel.dispatcher.log.EventLogger;
import io.evenkeel.join.report.ReportReader;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.security.GeneralSecurityException;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.JChannel;
import org.jgroups.Message;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.FRAG2;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.MFC;
import org.jgroups.protocols.PerDestinationBundler;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.UFC;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.protocols.pbcast.STATE_TRANSFER;
import org.jgroups.stack.DiagnosticsHandler;
import org.jgroups.stack.Protocol;
import org.jgroups.util.NameCache;
import org.jspecify.annotations.Nullable;

/**
 * The group of joined dispatchers in JGroups: one port, TCP, every connection by {@link MemberSockets}.
 *
 * <p>{@link #sendOnce} goes to each member by itself, past retransmission and flow control, since the next report is
 * due soon; each member has a queue and a thread of its own, so one that takes nothing is no matter of the others.
 * {@link #sendReliably} is retransmitted until it has come. Threads: see {@link GroupWire}.
 */
public final class MemberGroup implements GroupWire {

    private static final String GROUP = "evenkeel";
    private static final int MOST_MESSAGES = 1_000;
    private static final int MOST_QUEUED = 1_024;
    private static final int FRAGMENT_OCTETS = 50_000;
    private static final long CREDIT_OCTETS = 2_000_000;
    private static final long STATE_MS = 2_000;
    private static final String FILTER = "jgroups.deserialization.filter";

    static {
        // No message here is an object of Java, so none is read as one, even of a member. JGroups looks at this once.
        if (System.getProperty(FILTER) == null) {
            System.setProperty(FILTER, "!*");
        }
    }

    private final JoinSettings settings;
    private final MemberSockets sockets;
    private final GroupHearer hearer;
    private final EventLogger events;
    private volatile @Nullable JChannel channel;

    /** @throws GeneralSecurityException when this Java has no TLS 1.3 with Ed25519 */
    public MemberGroup(JoinSettings settings, String clusterKey, GroupHearer hearer, EventLogger events)
            throws GeneralSecurityException {
        this(settings, new MemberSockets(clusterKey, events), hearer, events);
    }

    /** A group over sockets that are there. */
    MemberGroup(JoinSettings settings, MemberSockets sockets, GroupHearer hearer, EventLogger events) {
        this.settings = settings;
        this.sockets = sockets;
        this.hearer = hearer;
        this.events = events;
    }

    @Override
    public void open() throws IOException {
        JChannel made = null;
        try {
            made = new JChannel(stack());
            made.setName(settings.address().toString());
            made.setDiscardOwnMessages(true);
            made.setReceiver(new Ear());
            made.connect(GROUP);
        } catch (Exception e) { // JGroups declares no other
            if (made != null) {
                made.close();
            }
            Throwable cause = e.getCause() instanceof IOException ? e.getCause() : e;
            String why = reason(settings.address(), String.valueOf(cause.getMessage()));
            throw new IOException(settings.address() + " cannot be opened: " + why, e);
        }
        channel = made;
        fetchState(made);
    }

    /** The system's reason, with the remedy; JGroups has words of its own for it. */
    private static String reason(HostPort address, String ofTheGroup) {
        try (ServerSocket tried = new ServerSocket()) {
            tried.bind(new InetSocketAddress(InetAddress.getByName(address.host()), address.port()));
            return ofTheGroup;
        } catch (IOException e) {
            return BindTrouble.words(String.valueOf(e.getMessage()), address.port());
        }
    }

    /** Takes over what the others know; without it, their next messages tell the same within a second or two. */
    private void fetchState(JChannel from) {
        try {
            from.getState(null, STATE_MS);
        } catch (Exception e) { // JGroups declares no other
            events.warn("join: the others have not told their state in time, so it comes with their messages: "
                    + e.getMessage());
        }
    }

    private Protocol[] stack() throws Exception {
        HostPort address = settings.address();
        TCP tcp = new TCP();
        tcp.setBindAddress(InetAddress.getByName(address.host()));
        tcp.setBindPort(address.port());
        // So that others see where it comes from: an address of their configuration.
        tcp.setClientBindAddr(InetAddress.getByName(address.host()));
        tcp.setPortRange(0);
        tcp.useVirtualThreads(false);
        PerDestinationBundler queues = new PerDestinationBundler();
        queues.useSingleSenderThread(false);
        queues.setCapacity(MOST_QUEUED);
        tcp.setBundler(queues);
        tcp.setSocketFactory(sockets);
        tcp.setDiagnosticsHandler(new DiagnosticsHandler().setEnabled(false));
        tcp.setMaxLength(ReportReader.MOST_OCTETS);
        tcp.setSockConnTimeout(1_500);
        tcp.setPeerAddrReadTimeout(2_000);
        tcp.logDetails(false);
        tcp.logAcceptError(false);
        tcp.getThreadPool().setMaxThreads(50);
        return new Protocol[] {
            tcp,
            new MemberSearch(settings.members(), sockets::expect),
            new MERGE3().setMinInterval(2_000).setMaxInterval(5_000),
            new FD_ALL3().setTimeout(8_000).setInterval(2_000),
            new VERIFY_SUSPECT2().setTimeout(1_000),
            new NAKACK2().useMcastXmit(false),
            new UNICAST3(),
            new STABLE().setDesiredAverageGossip(20_000).setMaxBytes(1_000_000),
            new GMS().printLocalAddress(false).setJoinTimeout(1_000).setMaxJoinAttempts(3),
            new UFC().setMaxCredits(CREDIT_OCTETS),
            new MFC().setMaxCredits(CREDIT_OCTETS),
            new FRAG2().setFragSize(FRAGMENT_OCTETS),
            new STATE_TRANSFER()
        };
    }

    @Override
    public boolean isOpen() {
        return channel != null;
    }

    @Override
    public int sendOnce(byte[] message) {
        return send(message, null);
    }

    @Override
    public void sendOnce(byte[] message, String member) {
        send(message, member);
    }

    /** Sends to the member of a name, or to all others for null. */
    private int send(byte[] message, @Nullable String member) {
        JChannel open = channel;
        View view = open == null ? null : open.getView();
        if (open == null || view == null) {
            return 0;
        }
        Address self = open.getAddress();
        int sent = 0;
        for (Address each : view.getMembers()) {
            if (!each.equals(self) && (member == null || member.equals(NameCache.get(each)))) {
                send(
                        open,
                        new BytesMessage(each, message)
                                .setFlag(Message.Flag.OOB, Message.Flag.NO_FC, Message.Flag.NO_RELIABILITY));
                sent++;
            }
        }
        return sent;
    }

    @Override
    public void sendReliably(byte[] message) {
        JChannel open = channel;
        if (open != null) {
            send(open, new BytesMessage(null, message));
        }
    }

    private void send(JChannel open, Message message) {
        try {
            open.send(message);
        } catch (Exception e) { // JGroups declares no other
            events.debug(() -> "join: a message was not sent: " + e);
        }
    }

    @Override
    public long strangers() {
        return sockets.strangers();
    }

    @Override
    public void close() {
        JChannel open = channel;
        channel = null;
        if (open != null) {
            open.close();
        }
        sockets.close();
    }

    /** Hears for JGroups. */
    private final class Ear implements Receiver {

        @Override
        public void receive(Message message) {
            if (message.hasArray()) {
                hearer.heard(message.getArray(), message.getOffset(), message.getLength());
            }
        }

        @Override
        public void getState(OutputStream to) throws IOException {
            DataOutputStream out = new DataOutputStream(to);
            for (byte[] each : hearer.state()) {
                out.writeInt(each.length);
                out.write(each);
            }
            out.writeInt(0);
            out.flush();
        }

        @Override
        public void setState(InputStream from) throws IOException {
            DataInputStream in = new DataInputStream(from);
            for (int i = 0; i < MOST_MESSAGES; i++) {
                int length = in.readInt();
                if (length <= 0 || length > ReportReader.MOST_OCTETS) {
                    return;
                }
                byte[] message = in.readNBytes(length);
                hearer.heard(message, 0, message.length);
            }
        }
    }
}
