// SPDX-License-Identifier: Apache-2.0

//go:build tools

// Package tool pins h2spec, which .ci/h2spec/run builds, and what h2spec needs.
package tool

import _ "github.com/summerwind/h2spec/cmd/h2spec"
