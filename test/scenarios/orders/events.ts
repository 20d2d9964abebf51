// The events of a message after its acceptance, and every order in which five of them can come.

export const EVENTS = [
  /** The carrier's answers to the submission are stored. */
  'answer',
  /** A final receipt is stored, and again. */
  'receipt',
  'repeat',
  /** The link is cut: what has no answer is lost, or sent again by its class. */
  'loss',
  /** Another process takes the connector over; answers that come later are the old owner's. */
  'restart',
  'cancel',
  /** Every time that runs for the message is over, and the sweep comes. */
  'expiry',
  /** The data is restored from a backup made at this moment. */
  'restore',
] as const;

export type EventName = (typeof EVENTS)[number];

/** One step of an order; events of one part or message name it by its number. */
export type Step = { event: EventName | 'claim'; of?: number };

/** The submissions of a case. */
export type Shape = 'one' | 'untaken' | 'two messages' | 'two parts' | 'one phone';

export type Case = { shape: Shape; policy: 'h' | 'r'; steps: readonly Step[] };

/** Each five of these, in each order. */
const PLAIN: readonly Step[] = EVENTS.map((event) => ({ event }));
/** Without the carrier there is no answer and no receipt. */
const ALONE = PLAIN.filter(({ event }) => !['answer', 'receipt', 'repeat'].includes(event));
const OF_EACH: readonly Step[] = [
  { event: 'answer', of: 0 },
  { event: 'answer', of: 1 },
  { event: 'receipt', of: 0 },
  { event: 'receipt', of: 1 },
];

/** All cases, always in the same order. */
export function* allCases(): Generator<Case> {
  for (const policy of ['h', 'r'] as const) {
    for (const shape of ['one', 'one phone'] as const)
      for (const five of choose(PLAIN, 5)) yield* ordersOf(shape, policy, five);
    yield* ordersOf('untaken', policy, ALONE);
    for (const shape of ['two messages', 'two parts'] as const)
      for (const other of ALONE) yield* ordersOf(shape, policy, [...OF_EACH, other]);
  }
}

/** The claim stands anywhere, but nothing of a carrier comes before it, and no repeat before its receipt. */
function* ordersOf(shape: Shape, policy: 'h' | 'r', events: readonly Step[]): Generator<Case> {
  for (const steps of permutations<Step>([{ event: 'claim' }, ...events])) {
    const claimed = steps.findIndex(({ event }) => event === 'claim');
    const possible = steps.every(
      ({ event }, at) => at >= claimed || !['answer', 'receipt', 'repeat', 'loss'].includes(event),
    );
    const [receipt, repeat] = ['receipt', 'repeat'].map((name) =>
      steps.findIndex(({ event }) => event === name),
    ) as [number, number];
    if (possible && (repeat < 0 || receipt < repeat)) yield { shape, policy, steps };
  }
}

function* choose<T>(from: readonly T[], count: number): Generator<T[]> {
  if (count === 0) return yield [];
  for (const [at, first] of from.entries())
    for (const rest of choose(from.slice(at + 1), count - 1)) yield [first, ...rest];
}

function* permutations<T>(of: readonly T[]): Generator<T[]> {
  if (of.length === 0) return yield [];
  for (const [at, first] of of.entries())
    for (const rest of permutations([...of.slice(0, at), ...of.slice(at + 1)]))
      yield [first, ...rest];
}

export const nameOf = ({ shape, policy, steps }: Case): string =>
  `${shape}, class ${policy === 'h' ? 'hold' : 'resend'}: ${steps
    .map(({ event, of }) => (of === undefined ? event : `${event} ${of + 1}`))
    .join(', ')}`;
