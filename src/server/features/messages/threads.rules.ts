import type { ReplyObstacle } from '../../../contract/api/threads.ts';
import type { IncomingRow } from './incoming.store.ts';

/** The conversation of a message: one phone and one account. */
export type ThreadKey = { clientId: string; source: string };
export type OwnedRow = IncomingRow & { clientId: string };

export const keyText = ({ clientId, source }: ThreadKey): string => `${clientId}/${source}`;

/** How long a message that nobody opened counts as unread. */
export const UNREAD_DAYS = 30;

/** The newest message of each conversation, of rows that are newest first; `seen` collects the conversations. */
export function newestOfThreads(rows: readonly IncomingRow[], seen: Set<string>): OwnedRow[] {
  return rows.filter((row): row is OwnedRow => {
    if (row.clientId === null || seen.has(keyText(row as OwnedRow))) return false;
    seen.add(keyText(row as OwnedRow));
    return true;
  });
}

/** True if one of the keywords is the text's first word, whatever its case. */
export function beginsWith(text: string, keywords: readonly string[]): boolean {
  const [first = ''] = text.trim().split(/\s/, 1);
  return keywords.some((keyword) => keyword.toLowerCase() === first.toLowerCase());
}

/** True for a phone that can receive: a carrier may give a source that is a name or a short code. */
export const isNumber = (source: string): boolean => /^[0-9]{9,15}$/.test(source);

/**
 * The sender ID of a reply: the one that the phone wrote to, else the one that wrote to it last, else any that the
 * account may use.
 * @param usable the sender IDs that the account may use
 */
export function replyOf(facts: {
  isOwn: boolean;
  maySend: boolean;
  source: string;
  isOptedOut: boolean;
  writtenTo: string;
  lastSender: string | undefined;
  usable: readonly string[];
}): { senderId: string | null; obstacle: ReplyObstacle | null } {
  const refused = (obstacle: ReplyObstacle) => ({ senderId: null, obstacle });
  if (!facts.isOwn) return refused('OTHER_ACCOUNT');
  if (!facts.maySend) return refused('NOT_ALLOWED');
  if (!isNumber(facts.source)) return refused('NOT_A_NUMBER');
  if (facts.isOptedOut) return refused('OPTED_OUT');
  const named = (name: string | undefined) =>
    facts.usable.find((sender) => sender.toLowerCase() === name?.toLowerCase());
  const senderId = named(facts.writtenTo) ?? named(facts.lastSender) ?? facts.usable[0];
  return senderId === undefined ? refused('NO_SENDER') : { senderId, obstacle: null };
}
