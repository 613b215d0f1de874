// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join;

import io.evenkeel.dispatcher.join.JoinContext;
import io.evenkeel.dispatcher.join.JoinProvider;
import io.evenkeel.dispatcher.join.Joined;
import io.evenkeel.join.group.MemberGroup;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.InstantSource;

/** Joins a dispatcher with others through JGroups. */
public final class JGroupsProvider implements JoinProvider {

    @Override
    public Joined open(JoinContext context) {
        long member = new SecureRandom().nextLong();
        JoinedDispatcher joined = new JoinedDispatcher(context, member, InstantSource.system(), System::nanoTime);
        try {
            joined.open(new MemberGroup(context.settings(), context.clusterKey(), joined, context.events()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("'join' needs a Java with TLS 1.3 and Ed25519, as 17 and newer have", e);
        }
        return joined;
    }
}
