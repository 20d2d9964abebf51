/** A failed message's cause as the roll-ups count it. */
export type FailureRow = {
  readonly status: string;
  readonly errorCode: string | null;
  readonly carrierStatus: string | null;
  readonly messages: number;
};

export type FailureReason<Row extends FailureRow> = {
  readonly title: string;
  readonly text: string;
  readonly messages: number;
  readonly rows: readonly Row[];
  /** Reasons that carriers and connectors gave, the most frequent first. */
  readonly codes: readonly { readonly code: string; readonly messages: number }[];
};

/** Rows of one sentence are one reason: carriers say the same in many ways. Most messages first. */
export function reasonsOf<Row extends FailureRow>(
  rows: readonly Row[],
  adviceOf: (row: Row) => { title: string; text: string } | undefined,
): FailureReason<Row>[] {
  const reasons = new Map<string, { text: string; rows: Row[] }>();
  for (const row of rows) {
    const { title, text } = adviceOf(row) ?? { title: row.status, text: '' };
    const reason = reasons.get(title) ?? { text, rows: [] };
    reason.rows.push(row);
    reasons.set(title, reason);
  }
  return [...reasons]
    .map(([title, { text, rows: of }]) => ({
      title,
      text,
      rows: of,
      messages: sum(of),
      codes: codesOf(of),
    }))
    .toSorted((a, b) => b.messages - a.messages);
}

/** How much of its outcome's colour each reason has, the most frequent of the outcome first. */
const STRENGTHS = [100, 72, 50, 34, 22, 14] as const;

/**
 * The outcome that gives each reason its colour, which is that of most of its messages, and the strength
 * in per cent that tells reasons of one outcome apart.
 */
export function coloursOf(
  reasons: readonly FailureReason<FailureRow>[],
): { status: string; strength: number }[] {
  const seen = new Map<string, number>();
  return reasons.map(({ rows }) => {
    const [most] = [...Map.groupBy(rows, ({ status }) => status)]
      .map(([status, of]) => ({ status, messages: sum(of) }))
      .toSorted((a, b) => b.messages - a.messages);
    const status = most?.status ?? '';
    const before = seen.get(status) ?? 0;
    seen.set(status, before + 1);
    return { status, strength: STRENGTHS[Math.min(before, STRENGTHS.length - 1)]! };
  });
}

const sum = (rows: readonly FailureRow[]) =>
  rows.reduce((total, { messages }) => total + messages, 0);

function codesOf(rows: readonly FailureRow[]): { code: string; messages: number }[] {
  const said = Map.groupBy(rows, ({ carrierStatus, errorCode }) =>
    [carrierStatus, errorCode].filter(Boolean).join(' '),
  );
  return [...said]
    .filter(([code]) => code !== '')
    .map(([code, of]) => ({ code, messages: sum(of) }))
    .toSorted((a, b) => b.messages - a.messages);
}
