// Decompresses LZMA, which packs the engine a fifth smaller than gzip does. Browsers decompress only gzip themselves.

/// The bits of a probability, and by how many of its bits it moves towards each decoded bit.
const [probabilityBits, adaptation] = [11, 5];

/// Below this range the decoder takes another byte.
const leastRange = 2 ** 24;

/// Decodes bits from bytes. Each bit has a probability in a `Uint16Array`, which adapts to it.
class RangeDecoder {
  constructor(bytes, start) {
    this.bytes = bytes;
    // The range, the code and the index of the next byte: numbers of 32 bits are fastest in an array of them. The first
    // byte is always 0.
    this.state = new Uint32Array([0xffffffff, new DataView(bytes.buffer, bytes.byteOffset).getUint32(start + 1), start + 5]);
  }

  /// Walks down a tree of probabilities that begins at an index, with a bit for each step, until the node reaches `end`.
  ///
  /// @param expected a byte after a 1 bit. As long as the node follows its bits, the probabilities are in the next two
  /// blocks of 256, one for each value of the expected bit. 0 if no byte is expected.
  walk(probabilities, start, end, expected = 0) {
    const { bytes, state } = this;
    let range = state[0];
    let code = state[1];
    let next = state[2];
    let node = 1;
    let matching = expected;
    let offset = expected ? 0x100 : 0;
    while (node < end) {
      matching <<= 1;
      const index = start + offset + (matching & offset) + node;
      const probability = probabilities[index];
      const bound = Math.imul(range >>> probabilityBits, probability) >>> 0;
      if (code < bound) {
        range = bound;
        probabilities[index] = probability + (((1 << probabilityBits) - probability) >>> adaptation);
        node <<= 1;
        offset &= ~matching;
      } else {
        range = (range - bound) >>> 0;
        code = (code - bound) >>> 0;
        probabilities[index] = probability - (probability >>> adaptation);
        node = (node << 1) | 1;
        offset &= matching;
      }
      if (range < leastRange) {
        range = (range << 8) >>> 0;
        code = ((code << 8) | bytes[next]) >>> 0;
        next += 1;
      }
    }
    state[0] = range;
    state[1] = code;
    state[2] = next;
    return node;
  }

  /// Decodes a bit with the probability at an index.
  bit(probabilities, index) {
    return this.walk(probabilities, index - 1, 2) & 1;
  }

  /// Decodes a number through a tree of probabilities that begins at an index, the highest bit first.
  tree(probabilities, start, count) {
    return this.walk(probabilities, start, 1 << count) - (1 << count);
  }

  /// As `tree`, the lowest bit first.
  reverseTree(probabilities, start, count) {
    const bits = this.tree(probabilities, start, count);
    let value = 0;
    for (let index = 0; index < count; index += 1) value = (value << 1) | ((bits >> index) & 1);
    return value;
  }

  /// Decodes bits with even probability, the highest first.
  plainBits(count) {
    const { bytes, state } = this;
    let value = 0;
    for (let left = count; left > 0; left -= 1) {
      state[0] >>>= 1;
      const bit = state[1] >= state[0] ? 1 : 0;
      if (bit) state[1] -= state[0];
      value = value * 2 + bit;
      if (state[0] < leastRange) {
        state[0] <<= 8;
        state[1] = (state[1] << 8) | bytes[state[2]];
        state[2] += 1;
      }
    }
    return value;
  }
}

const probabilities = (count) => new Uint16Array(count).fill(1 << (probabilityBits - 1));

/// Decodes the length of a match. There are 8 short and 8 middle lengths for each position, and 256 long ones.
class LengthDecoder {
  constructor(positions) {
    this.choice = probabilities(2);
    this.short = probabilities(positions << 3);
    this.middle = probabilities(positions << 3);
    this.long = probabilities(256);
  }

  decode(coder, position) {
    if (!coder.bit(this.choice, 0)) return 2 + coder.tree(this.short, position << 3, 3);
    if (!coder.bit(this.choice, 1)) return 10 + coder.tree(this.middle, position << 3, 3);
    return 18 + coder.tree(this.long, 0, 8);
  }
}

/// Returns the content of a `.lzma` file whose header has its size.
export function unpackedLZMA(packed) {
  const header = new DataView(packed.buffer, packed.byteOffset);
  // The numbers of bits that choose probabilities: of the byte before a literal, and of the positions of literals and matches.
  const [literalContext, literalPosition, matchPosition] = [packed[0] % 9, Math.floor(packed[0] / 9) % 5, Math.floor(packed[0] / 45)];
  const out = new Uint8Array(Number(header.getBigUint64(5, true)));
  const coder = new RangeDecoder(packed, 13);
  const literals = probabilities(0x300 << (literalContext + literalPosition));
  const positions = 1 << matchPosition;
  const [isMatch, isLongRepeat] = [probabilities(12 * positions), probabilities(12 * positions)];
  const [isRepeat, isOther, isThird, isFourth] = [1, 2, 3, 4].map(() => probabilities(12));
  const [slots, special, aligned] = [probabilities(4 << 6), probabilities(128), probabilities(16)];
  const [matchLengths, repeatLengths] = [new LengthDecoder(positions), new LengthDecoder(positions)];
  // The last four distances, less 1.
  let [first, second, third, fourth] = [0, 0, 0, 0];
  // The kinds of the last steps. Below 7, the last one was a literal.
  let state = 0;
  let end = 0;

  const literal = () => {
    const before = end > 0 ? out[end - 1] : 0;
    const context = ((end & ((1 << literalPosition) - 1)) << literalContext) + (before >> (8 - literalContext));
    const start = 0x300 * context;
    // After a match, the byte that would have continued it is expected, though it isn't the literal.
    const expected = state < 7 ? 0 : 0x100 | out[end - first - 1];
    out[end] = coder.walk(literals, start, 0x100, expected);
    end += 1;
    state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
  };

  const distance = (length) => {
    const slot = coder.tree(slots, Math.min(length - 2, 3) << 6, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) << bits;
    if (slot < 14) return base + coder.reverseTree(special, base - slot, bits);
    return base + coder.plainBits(bits - 4) * 16 + coder.reverseTree(aligned, 0, 4);
  };

  while (end < out.length) {
    const position = end & (positions - 1);
    if (!coder.bit(isMatch, state * positions + position)) {
      literal();
      continue;
    }
    let length = 1;
    if (!coder.bit(isRepeat, state)) {
      length = matchLengths.decode(coder, position);
      [fourth, third, second, first] = [third, second, first, distance(length)];
      state = state < 7 ? 7 : 10;
    } else if (!coder.bit(isOther, state)) {
      const isLong = coder.bit(isLongRepeat, state * positions + position);
      if (isLong) length = repeatLengths.decode(coder, position);
      state = isLong ? (state < 7 ? 8 : 11) : state < 7 ? 9 : 11;
    } else {
      if (!coder.bit(isThird, state)) [first, second] = [second, first];
      else if (!coder.bit(isFourth, state)) [first, second, third] = [third, first, second];
      else [first, second, third, fourth] = [fourth, first, second, third];
      length = repeatLengths.decode(coder, position);
      state = state < 7 ? 8 : 11;
    }
    // Byte for byte, because a match may overlap what it writes.
    for (const stop = end + length; end < stop; end += 1) out[end] = out[end - first - 1];
  }
  return out;
}
