// SPDX-License-Identifier: Apache-2.0
/** A policy of somebody else's, brought to Evenkeel as a jar on the class path. */
package com.example.policies;
