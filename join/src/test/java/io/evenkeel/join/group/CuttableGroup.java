// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join.group;

import io.evenkeel.dispatcher.join.JoinContext;
import io.evenkeel.dispatcher.log.EventLogger;
import java.security.GeneralSecurityException;

/** The network of one member, which a test can cut: connections are lost, and no new one is made. */
public final class CuttableGroup {

    private final CuttableSockets sockets;
    private final MemberGroup group;

    public CuttableGroup(JoinContext context, GroupHearer hearer) throws GeneralSecurityException {
        sockets = new CuttableSockets(context.clusterKey(), context.events());
        group = new MemberGroup(context.settings(), sockets, hearer, context.events());
    }

    public GroupWire wire() {
        return group;
    }

    public void cut() {
        sockets.isCut = true;
        sockets.cut();
    }

    public void mend() {
        sockets.isCut = false;
    }

    private static final class CuttableSockets extends MemberSockets {

        private volatile boolean isCut;

        CuttableSockets(String clusterKey, EventLogger events) throws GeneralSecurityException {
            super(clusterKey, events);
        }

        @Override
        void added(MemberSocket socket) {
            super.added(socket);
            if (isCut) {
                closeQuietly(socket);
            }
        }
    }
}
