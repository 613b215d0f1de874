// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.join;

import io.evenkeel.dispatcher.join.JoinContext;
import io.evenkeel.dispatcher.join.JoinProvider;
import io.evenkeel.dispatcher.join.Joined;
import io.evenkeel.join.group.CuttableGroup;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Found before {@link JGroupsProvider} in tests: the same, and a test can cut each member's network. */
public final class CuttableProvider implements JoinProvider {

    /** By the address of each member. */
    static final Map<String, CuttableGroup> GROUPS = new ConcurrentHashMap<>();

    @Override
    public Joined open(JoinContext context) {
        JoinedDispatcher joined =
                new JoinedDispatcher(context, new SecureRandom().nextLong(), InstantSource.system(), System::nanoTime);
        try {
            CuttableGroup group = new CuttableGroup(context, joined);
            GROUPS.put(context.settings().address().toString(), group);
            joined.open(group.wire());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
        return joined;
    }
}
