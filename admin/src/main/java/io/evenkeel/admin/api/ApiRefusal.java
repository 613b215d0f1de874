// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.api;

/** A request that the admin server does not carry out: the reason and the remedy. */
public final class ApiRefusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final int status;
    private final String remedy;

    /** @param remedy a sentence that says what would work */
    public ApiRefusal(int status, String reason, String remedy) {
        super(reason, null, false, false);
        this.status = status;
        this.remedy = remedy;
    }

    /** The refusal of a change of the configuration where no file has it. */
    public static ApiRefusal withoutFile() {
        return new ApiRefusal(
                409,
                "this dispatcher was not started from a file",
                "Write one, see 'evenkeel config show', and start it with 'evenkeel run -c FILE'.");
    }

    public int status() {
        return status;
    }

    public String remedy() {
        return remedy;
    }
}
