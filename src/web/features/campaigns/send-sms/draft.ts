/** The draft of the composer, kept in the browser while it is written. */
import type { TypedNumber } from '../../../../contract/shared/recipients.ts';
import { readValue, writeValue } from '../../../api/sealed-values.ts';
import type { MessageForm } from '../parts/messageForm.ts';

export type PickedGroup = { groupId: string; groupName: string; contactCount: number };
export type PickedContact = { contactId: string; name: string; phone: string };

/** A number as it was typed, and how often. */
export type Recipient = TypedNumber & { times: number };

export type Recipients = {
  numbers: readonly Recipient[];
  groups: readonly PickedGroup[];
  contacts: readonly PickedContact[];
};

/** The draft, kept in this tab so that reload, back and other pages lose nothing. */
export type Draft = {
  recipients: Recipients;
  message: MessageForm;
  /** The campaign prepared last from this draft, and the request that it was made of. */
  prepared?: { campaignId: string; operationId: string | null; request: string };
};

const nameOf = (clientId: string) => `compose.${clientId}`;

export const NOBODY: Recipients = { numbers: [], groups: [], contacts: [] };

export function newDraft(replaceLookalikes: boolean): Draft {
  return {
    recipients: NOBODY,
    message: { campaignName: '', senderId: '', text: '', replaceLookalikes, when: 'now', at: '' },
  };
}

export function readDraft(clientId: string): Draft | null {
  return (readValue('tab', nameOf(clientId)) as Draft | undefined) ?? null;
}

export function writeDraft(clientId: string, draft: Draft): void {
  void writeValue('tab', nameOf(clientId), draft);
}

function dropDraft(clientId: string): void {
  void writeValue('tab', nameOf(clientId), undefined);
}

/** Ends the draft's prepared campaign: the draft of a sent one is dropped, any other can be prepared again. */
export function endPrepared(clientId: string, campaignId: string, sent: boolean): void {
  const draft = readDraft(clientId);
  if (draft?.prepared?.campaignId !== campaignId) return;
  if (sent) return dropDraft(clientId);
  const { prepared: _, ...rest } = draft;
  writeDraft(clientId, rest);
}

/** Adds numbers behind those that are there; one that is there counts once more. */
export function withNumbers(
  before: readonly Recipient[],
  added: readonly TypedNumber[],
): Recipient[] {
  const all = new Map(before.map((each) => [keyOf(each), each]));
  for (const number of added) {
    const known = all.get(keyOf(number));
    all.set(keyOf(number), { ...number, times: (known?.times ?? 0) + 1 });
  }
  return [...all.values()];
}

/** One for each number, however it is written. */
export function keyOf(number: TypedNumber): string {
  return number.ok ? number.e164 : `wrong ${number.written}`;
}
