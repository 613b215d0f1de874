// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.policy.headroom;

/** The lower median of an array, found in place without sorting all of it and without allocating. */
final class Median {

    private Median() {}

    /**
     * The element that would stand at {@code (count - 1) / 2} if the first {@code count} were sorted; reorders them.
     * O(n) on average.
     *
     * @param count number of values, at least 1
     */
    static double of(double[] values, int count) {
        int wanted = (count - 1) / 2;
        int low = 0;
        int high = count - 1;
        while (low < high) {
            double pivot = values[(low + high) >>> 1];
            int left = low;
            int right = high;
            while (left <= right) {
                while (values[left] < pivot) {
                    left++;
                }
                while (values[right] > pivot) {
                    right--;
                }
                if (left <= right) {
                    double swapped = values[left];
                    values[left++] = values[right];
                    values[right--] = swapped;
                }
            }
            if (wanted <= right) {
                high = right;
            } else if (wanted >= left) {
                low = left;
            } else {
                return values[wanted];
            }
        }
        return values[low];
    }
}
