// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.account;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Marks tests that sign in often and are not about hashes: a hash takes microseconds instead of tens of milliseconds,
 * and is otherwise made, kept and compared as in the product.
 */
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@ExtendWith(QuickPasswords.Switch.class)
public @interface QuickPasswords {

    /** Lowers the cost before the tests of a class and puts the recommended one back behind them. */
    final class Switch implements BeforeAllCallback, AfterAllCallback {

        private static final Passwords.Cost LEAST = new Passwords.Cost(16, 1, 1);

        @Override
        public void beforeAll(ExtensionContext context) {
            Passwords.cost(LEAST);
        }

        @Override
        public void afterAll(ExtensionContext context) {
            Passwords.cost(Passwords.RECOMMENDED);
        }
    }

    /** The recommended cost until it is closed, in a class that is marked. */
    final class Off implements AutoCloseable {

        public Off() {
            Passwords.cost(Passwords.RECOMMENDED);
        }

        @Override
        public void close() {
            Passwords.cost(Switch.LEAST);
        }
    }
}
