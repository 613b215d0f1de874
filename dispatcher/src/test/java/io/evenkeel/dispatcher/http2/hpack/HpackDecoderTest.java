// SPDX-License-Identifier: Apache-2.0
package io.evenkeel.dispatcher.http2.hpack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.dispatcher.kit.Wire;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Blocks as RFC 7541 has them in appendix C, and blocks that are malformed. */
class HpackDecoderTest {

    private final HpackDecoder decoder = new HpackDecoder(4096);
    private final FieldBlock block = new FieldBlock();

    private boolean decodes(byte[] octets) {
        block.begin(FieldBlocks.PLENTY, FieldBlocks.PLENTY);
        return decoder.decode(octets, 0, octets.length, block);
    }

    private List<String> fields(String hex) {
        assertThat(decodes(FieldBlocks.hex(hex))).isTrue();
        return FieldBlocks.words(block);
    }

    @Test
    void readsLiterals() {
        assertThat(fields("400a 6375 7374 6f6d 2d6b 6579 0d63 7573 746f 6d2d 6865 6164 6572"))
                .containsExactly("custom-key=custom-header");
        assertThat(fields("040c 2f73 616d 706c 652f 7061 7468")).containsExactly(":path=/sample/path");
        assertThat(fields("1008 7061 7373 776f 7264 0673 6563 7265 74")).containsExactly("password=secret");
        assertThat(fields("82")).containsExactly(":method=GET");
        assertThat(fields("be")).containsExactly("custom-key=custom-header");
    }

    @Test
    void readsRequestsWithoutHuffmanCode() {
        assertThat(fields("8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d"))
                .containsExactly(":method=GET", ":scheme=http", ":path=/", ":authority=www.example.com");
        assertThat(fields("8286 84be 5808 6e6f 2d63 6163 6865"))
                .containsExactly(
                        ":method=GET",
                        ":scheme=http",
                        ":path=/",
                        ":authority=www.example.com",
                        "cache-control=no-cache");
        assertThat(fields("8287 85bf 400a 6375 7374 6f6d 2d6b 6579 0c63 7573 746f 6d2d 7661 6c75 65"))
                .containsExactly(
                        ":method=GET",
                        ":scheme=https",
                        ":path=/index.html",
                        ":authority=www.example.com",
                        "custom-key=custom-value");
    }

    @Test
    void readsRequestsWithHuffmanCode() {
        assertThat(fields("8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff"))
                .containsExactly(":method=GET", ":scheme=http", ":path=/", ":authority=www.example.com");
        assertThat(fields("8286 84be 5886 a8eb 1064 9cbf"))
                .containsExactly(
                        ":method=GET",
                        ":scheme=http",
                        ":path=/",
                        ":authority=www.example.com",
                        "cache-control=no-cache");
        assertThat(fields("8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf"))
                .containsExactly(
                        ":method=GET",
                        ":scheme=https",
                        ":path=/index.html",
                        ":authority=www.example.com",
                        "custom-key=custom-value");
    }

    /** Appendix C.5, in a table of 256 octets: entries are dropped on the way. */
    @Test
    void readsAnswersWithoutHuffmanCode() {
        answers(
                "4803 3330 3258 0770 7269 7661 7465 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133"
                        + "3a32 3120 474d 546e 1768 7474 7073 3a2f 2f77 7777 2e65 7861 6d70 6c65 2e63 6f6d",
                "4803 3330 37c1 c0bf",
                "88c1 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 3220 474d 54c0 5a04 677a 6970"
                        + "7738 666f 6f3d 4153 444a 4b48 514b 425a 584f 5157 454f 5049 5541 5851 5745 4f49 553b 206d"
                        + "6178 2d61 6765 3d33 3630 303b 2076 6572 7369 6f6e 3d31");
    }

    /** Appendix C.6. */
    @Test
    void readsAnswersWithHuffmanCode() {
        answers(
                "4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e 919d 29ad"
                        + "1718 63c7 8f0b 97c8 e9ae 82ae 43d3",
                "4883 640e ffc1 c0bf",
                "88c1 6196 d07a be94 1054 d444 a820 0595 040b 8166 e084 a62d 1bff c05a 839b d9ab 77ad 94e7 821d d7f2"
                        + "e6c7 b335 dfdf cd5b 3960 d5af 2708 7f36 72c1 ab27 0fb5 291f 9587 3160 65c0 03ed 4ee5 b106"
                        + "3d50 07");
    }

    private void answers(String first, String second, String third) {
        assertThat(fields("3fe1 01" + first))
                .containsExactly(
                        ":status=302",
                        "cache-control=private",
                        "date=Mon, 21 Oct 2013 20:13:21 GMT",
                        "location=https://www.example.com");
        assertThat(fields(second))
                .containsExactly(
                        ":status=307",
                        "cache-control=private",
                        "date=Mon, 21 Oct 2013 20:13:21 GMT",
                        "location=https://www.example.com");
        assertThat(fields(third))
                .containsExactly(
                        ":status=200",
                        "cache-control=private",
                        "date=Mon, 21 Oct 2013 20:13:22 GMT",
                        "location=https://www.example.com",
                        "content-encoding=gzip",
                        "set-cookie=foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1");
        assertThat(fields("be")).singleElement().asString().startsWith("set-cookie=");
        assertThat(fields("c0")).containsExactly("date=Mon, 21 Oct 2013 20:13:22 GMT");
        assertThat(decodes(FieldBlocks.hex("c1"))).isFalse();
    }

    @Test
    void anEmptyBlockHasNoField() {
        assertThat(fields("")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "80", // index 0
                "be", // index 62 of an empty table
                "ffff ffff ff0f", // an index above all range
                "ff80 8080 8080 8000", // an integer of too many octets
                "ff", // an integer that is cut off
                "40", // no name
                "4001", // a name that is cut off
                "4001 61", // no value
                "4001 6102 61", // a value that is cut off
                "0001 617f ffff ffff 07", // a length above all range
                "7f7f 0161", // a name from beyond the table
                "8220", // a change of size behind a field
                "3fe2 1f", // a size above that announced
                "0001 6181 00ff", // a code of less than its octet
                "0001 6181 fe", // padding of other bits than those of EOS
                "0001 6182 07ff", // padding of eight bits
                "0001 6184 ffff ffff", // EOS
                "0001 6185 ffff ffff ff",
            })
    void refusesWhatIsMalformed(String hex) {
        assertThat(decodes(FieldBlocks.hex(hex))).isFalse();
    }

    @Test
    void takesChangesOfSizeAtTheFront() {
        assertThat(fields("4001 6101 62")).containsExactly("a=b");
        assertThat(fields("203f e11f")).isEmpty();
        assertThat(decodes(FieldBlocks.hex("be"))).isFalse();
    }

    @Test
    void anEntryLargerThanTheTableEmptiesIt() {
        assertThat(fields("4001 6101 62")).containsExactly("a=b");
        String large = "x".repeat(4096);
        byte[] octets = Wire.bytes("@\u0001c\u007f\u0081\u001f" + large);

        assertThat(decodes(octets)).isTrue();
        assertThat(FieldBlocks.words(block)).containsExactly("c=" + large);
        assertThat(decodes(FieldBlocks.hex("be"))).isFalse();
    }

    /** The name of the entry that the new one pushes out. */
    @Test
    void anEntryMayHaveTheNameOfOneThatItPushesOut() {
        assertThat(fields("3f09 4001 6101 62")).containsExactly("a=b");
        assertThat(fields("7e01 63be")).containsExactly("a=c", "a=c");
    }

    @Test
    void theTableStaysRightBehindWhatIsTooLarge() {
        byte[] octets = FieldBlocks.hex("4001 6101 62 4001 6301 64 be");
        block.begin(34, 10);

        assertThat(decoder.decode(octets, 0, octets.length, block)).isTrue();
        assertThat(block.tooLarge()).isTrue();
        assertThat(FieldBlocks.words(block)).containsExactly("a=b");
        assertThat(block.size()).isEqualTo(3 * 34);
        assertThat(fields("bebf")).containsExactly("c=d", "a=b");
        assertThat(block.tooLarge()).isFalse();
    }

    @Test
    void countsFields() {
        byte[] octets = FieldBlocks.hex("8286 84");
        block.begin(FieldBlocks.PLENTY, 2);

        assertThat(decoder.decode(octets, 0, octets.length, block)).isTrue();
        assertThat(block.tooLarge()).isTrue();
        assertThat(block.count()).isEqualTo(2);
    }

    @Test
    void keepsItsEntriesThroughAllGrowth() {
        for (int round = 0; round < 1000; round++) {
            String value = "v".repeat(round % 90) + round;
            byte[] octets = Wire.bytes("@\u0001n" + (char) value.length() + value + "\u00be");
            assertThat(decodes(octets)).isTrue();
            assertThat(FieldBlocks.words(block)).containsExactly("n=" + value, "n=" + value);
        }
        assertThat(fields("bf")).containsExactly("n=" + "v".repeat(998 % 90) + "998");
    }

    @Test
    void aSmallerTableThanTheUsualOneCannotBeAnnounced() {
        assertThatThrownBy(() -> new HpackDecoder(4095)).isInstanceOf(IllegalArgumentException.class);
    }
}
