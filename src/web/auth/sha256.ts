// SHA-256 (FIPS 180-4) of a short ASCII text. The browser's own is not there on plain http, and waits for each hash.

const K = Uint32Array.from({ length: 64 }, (_, at) => fraction(Math.cbrt(prime(at))));
const START = Uint32Array.from({ length: 8 }, (_, at) => fraction(Math.sqrt(prime(at))));
const WORDS = new Uint32Array(64);

function prime(at: number): number {
  let found = 1;
  for (let left = at + 1; left > 0;) {
    found += 1;
    if (
      Array.from({ length: found - 2 }, (_, below) => below + 2).every(
        (divisor) => found % divisor !== 0,
      )
    )
      left -= 1;
  }
  return found;
}

function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) >>> 0;
}

/** The hash as eight words of 32 bits. */
export function sha256(text: string): Uint32Array {
  const blocks = ((text.length + 8) >> 6) + 1;
  const state = START.slice();
  for (let block = 0; block < blocks; block++) {
    for (let at = 0; at < 16; at++) {
      let word = 0;
      for (let byte = 0; byte < 4; byte++) {
        const place = block * 64 + at * 4 + byte;
        word =
          (word << 8) |
          (place < text.length ? text.charCodeAt(place) : place === text.length ? 0x80 : 0);
      }
      WORDS[at] = word;
    }
    if (block === blocks - 1) WORDS[15] = text.length * 8;
    mix(state);
  }
  return state;
}

function mix(state: Uint32Array): void {
  const turn = (value: number, by: number) => (value >>> by) | (value << (32 - by));
  for (let at = 16; at < 64; at++) {
    const early = WORDS[at - 15]!,
      late = WORDS[at - 2]!;
    WORDS[at] =
      WORDS[at - 16]! +
      (turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)) +
      WORDS[at - 7]! +
      (turn(late, 17) ^ turn(late, 19) ^ (late >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let at = 0; at < 64; at++) {
    const first =
      (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[at]! + WORDS[at]!) |
      0;
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [at, value] of [a, b, c, d, e, f, g, h].entries()) state[at]! += value;
}
