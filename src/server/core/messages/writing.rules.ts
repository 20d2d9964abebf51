import { measureText, withLookalikes } from '../../../contract/shared/sms.ts';
import type { Encoding } from '../../../contract/shared/sms.ts';
import {
  stopClause,
  withoutStopClause,
  withStopClause,
  withToken,
} from '../../../contract/shared/stop-clauses.ts';
import type { Receiver, StopClauses } from '../../../contract/shared/stop-clauses.ts';
import {
  bindTemplate,
  parseTemplate,
  placeholders,
  renderBound,
} from '../../../contract/shared/template.ts';

/**
 * The input of a campaign's texts: its text, whether look-alikes replace characters that GSM 03.38
 * lacks, and the clauses of its receivers.
 */
export type Writing = {
  text: string;
  replaceLookalikes: boolean;
  /** Null where the text is everybody's as it stands. */
  clauses: StopClauses | null;
};

/** The text of a campaign without its clause, and what ends the text of a receiver. */
export function openClauses({ text, clauses }: Pick<Writing, 'text' | 'clauses'>): {
  body: string;
  end(rendered: string, receiver: Receiver): string;
} {
  if (clauses === null) return { body: text, end: (rendered) => rendered };
  return {
    body: withoutStopClause(text, clauses),
    end: (rendered, receiver) => withStopClause(rendered, stopClause(clauses, receiver)),
  };
}

/** A recipient's text, from the values that preparation stored. */
export function openWriter({ text, replaceLookalikes, clauses }: Writing): (
  fields: readonly string[] | null,
  receiver: Receiver,
  /** Of its link, where its clause has one; without it the text shows where it will stand. */
  token?: string,
) => {
  text: string;
  isOwn: boolean;
  encoding: Encoding;
} {
  const { body, end } = openClauses({ text, clauses });
  const { bound } = bindTemplate(parseTemplate(body), placeholders(body));
  const write = (rendered: string) => {
    const written = replaceLookalikes ? withLookalikes(rendered) : rendered;
    return { text: written, isOwn: written !== text, encoding: measureText(written).encoding };
  };
  // A text without fields has one form for each clause.
  const fixed = new Map<string, ReturnType<typeof write>>();
  const linked = <W extends { text: string }>(form: W, token: string | undefined): W =>
    clauses === null || token === undefined
      ? form
      : { ...form, text: withToken(form.text, clauses, token) };
  return (fields, receiver, token) => {
    if (fields !== null) return linked(write(end(renderBound(bound, fields), receiver)), token);
    const whole = end(body, receiver);
    let form = fixed.get(whole);
    if (!form) fixed.set(whole, (form = write(whole)));
    return linked(form, token);
  };
}
