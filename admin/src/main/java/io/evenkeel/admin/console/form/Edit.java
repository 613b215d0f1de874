// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.admin.console.form;

import io.evenkeel.config.patch.ConfigPatch;
import io.evenkeel.config.yaml.Layout;
import java.util.List;
import java.util.Map;

/** One thing that somebody wants to change by a form. */
interface Edit {

    /** The typed values. */
    FormInput typed();

    /** The form with what was typed, over the file as it is now. */
    FormSheet sheet(Layout file);

    /** The errors that show before the file is looked at, by the name of the field. */
    Map<String, String> complaints(Layout file);

    /** The changes of the file that it takes. */
    List<ConfigPatch> patches(Layout file);

    /** The field that a place of the new file comes from; empty for none. */
    String field(List<String> path);

    /** The name of the change, for the log of changes: {@code node added}. */
    String what();

    /** The thing that is changed: {@code shop/vcn1}. */
    String subject();

    /** The page to show once it is applied. */
    String after();

    /** The page to show when it is given up. */
    String back();
}
