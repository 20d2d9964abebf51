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

/** The operators that have not approved a campaign's sender ID, as it was priced; both lists are codes of networks. */
export type OperatorSenders = {
  /** Nothing can be sent to their numbers. */
  readonly refused: readonly number[];
  /** The sender IDs that stand in on other networks; those of two countries may differ. */
  readonly standIns: readonly CampaignStandIn[];
};
export type CampaignStandIn = {
  readonly senderId: string;
  readonly sender: string;
  readonly kind: string;
  readonly networks: readonly number[];
  /** The clauses of its receivers; null where its texts end in none. */
  readonly clauses: StopClauses | null;
};

/** The sender ID that stands in for a campaign's on a network; undefined where none does. */
export function standInOn(
  operatorSenders: OperatorSenders | null,
  network: number,
): CampaignStandIn | undefined {
  return operatorSenders?.standIns.find(({ networks }) => networks.includes(network));
}

/**
 * The input of a campaign's texts: its text, whether look-alikes replace characters that GSM 03.38
 * lacks, and the clauses of its receivers.
 */
export type Writing = {
  text: string;
  replaceLookalikes: boolean;
  /** Null where the text is everybody's as it stands. */
  clauses: StopClauses | null;
  /** Null where every operator has approved the sender ID. */
  operatorSenders: OperatorSenders | null;
};

/** The clauses that the text of a receiver ends in one of; null where it ends in none. */
export function clausesOn(
  { clauses, operatorSenders }: Pick<Writing, 'clauses' | 'operatorSenders'>,
  network: number,
): StopClauses | null {
  const standIn = standInOn(operatorSenders, network);
  return standIn ? standIn.clauses : clauses;
}

/** The text of a campaign without its clause, and what ends the text of a receiver. */
export function openClauses(writing: Pick<Writing, 'text' | 'clauses' | 'operatorSenders'>): {
  body: string;
  end(rendered: string, receiver: Receiver): string;
} {
  const { text, clauses, operatorSenders } = writing;
  if (clauses === null && !operatorSenders?.standIns.some((each) => each.clauses !== null))
    return { body: text, end: (rendered) => rendered };
  return {
    body: clauses === null ? text : withoutStopClause(text, clauses),
    end: (rendered, receiver) => {
      const its = clausesOn(writing, receiver.network);
      return its === null ? rendered : withStopClause(rendered, stopClause(its, receiver));
    },
  };
}

/** A recipient's text, from the values that preparation stored. */
export function openWriter({ text, replaceLookalikes, clauses, operatorSenders }: Writing): (
  fields: readonly string[] | null,
  receiver: Receiver,
  /** The token of its link, where its clause has one; without it the text shows where it will stand. */
  token?: string,
) => {
  text: string;
  isOwn: boolean;
  encoding: Encoding;
} {
  const { body, end } = openClauses({ text, clauses, operatorSenders });
  const { bound } = bindTemplate(parseTemplate(body), placeholders(body));
  const write = (rendered: string) => {
    const written = replaceLookalikes ? withLookalikes(rendered) : rendered;
    return { text: written, isOwn: written !== text, encoding: measureText(written).encoding };
  };
  // A text without fields has one form for each clause.
  const fixed = new Map<string, ReturnType<typeof write>>();
  // Links of a stand-in's receivers have the same base and length.
  const links =
    clauses ?? operatorSenders?.standIns.find((each) => each.clauses !== null)?.clauses ?? null;
  const linked = <W extends { text: string }>(form: W, token: string | undefined): W =>
    links === null || token === undefined
      ? form
      : { ...form, text: withToken(form.text, links, token) };
  return (fields, receiver, token) => {
    if (fields !== null) return linked(write(end(renderBound(bound, fields), receiver)), token);
    const whole = end(body, receiver);
    let form = fixed.get(whole);
    if (!form) fixed.set(whole, (form = write(whole)));
    return linked(form, token);
  };
}
