/**
 * Messages that were accepted for a later time when their account needed no approval, or no content rule named their
 * text: they are asked as if they were accepted now, but wait where they would be refused for the limits.
 */
import type { Database, Transaction } from '../../infra/database/db.ts';
import { systemScope } from '../../infra/database/scope.ts';
import { Refusal } from '../../infra/errors.ts';
import { APPROVAL_LIMITS } from '../../../contract/api/platform-settings.ts';
import { withoutStopClause } from '../../../contract/shared/stop-clauses.ts';
import {
  declineScheduled,
  listUnasked,
  listWithScheduled,
  moveToCampaigns,
  setAsked,
} from '../dispatch/queue/withhold.store.ts';
import type { ScheduledMessage } from '../dispatch/queue/withhold.store.ts';
import { lockWallets } from '../ledger/locked-wallets.ts';
import { loadClauses } from '../opt-outs/clauses.ts';
import { readSenders } from './accept.store.ts';
import {
  isNamedBy,
  openApproved,
  openApprovedTexts,
  openJudge,
  openRules,
} from './approval.rules.ts';
import { readApprovalFacts, readApprovalSettings, readApprovedTexts } from './approval.store.ts';
import { Approvals } from './approvals.ts';
import type { Judged } from './approvals.ts';
import { readWords } from './parts.rules.ts';
import { chooseSender } from './sender.rules.ts';

const scope = systemScope();
/** Messages of a step, which holds their client's wallet. */
const STEP = 500;
/** Runs that look at a client's messages once it is found: what is accepted by an older snapshot is there by then. */
const LOOKS = 5;
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Opens the job that asks about scheduled messages. A client that needs approval is looked at for a few runs, and again
 * once it needed none, or nothing of it was scheduled, meanwhile; every client is once the content rules changed.
 */
export function openLaterApproval(database: Database): () => Promise<void> {
  let looks = new Map<string, number>();
  let rules: string | undefined;
  return async () => {
    const { content } = await database.run(scope, readApprovalSettings);
    const known = JSON.stringify(content);
    const hasRules = openRules(content, APPROVAL_LIMITS).findContent !== undefined;
    if (known !== rules) looks = new Map();
    rules = known;
    const clients = (await database.run(scope, listWithScheduled)).filter(
      ({ needsApproval }) => needsApproval || hasRules,
    );
    looks = new Map(
      clients.map(({ clientId, needsApproval }) => {
        const key = `${clientId} ${needsApproval}`;
        return [key, looks.get(key) ?? 0];
      }),
    );
    for (const key of looks.keys()) {
      const [clientId = ''] = key.split(' ');
      const done = looks.get(key)!;
      if (done >= LOOKS) continue;
      for (let after: string | undefined = FIRST; after !== undefined;) {
        const from: string = after;
        after = await database.run(scope, (tx) => askStep(tx, clientId, from));
      }
      looks.set(key, done + 1);
    }
  };
}

/** @returns the last message of the step; undefined where it was the last of all */
async function askStep(
  tx: Transaction,
  clientId: string,
  after: string,
): Promise<string | undefined> {
  // Its messages are counted one transaction after another, as those that are accepted.
  await lockWallets(tx, [clientId]);
  const messages = await listUnasked(tx, clientId, after, STEP);
  if (messages.length === 0) return undefined;
  const drafts = await draftAll(tx, clientId, messages);
  const approvals = await Approvals.read(
    tx,
    drafts.map(({ draft }) => draft),
  );
  const declined: ScheduledMessage[] = [];
  const waiting: (ScheduledMessage & { campaignId: string })[] = [];
  const asked: string[] = [];
  for (const { message, draft, isNamed } of drafts) {
    if (!isNamed) continue;
    const decided = approvals.decide({ ...message, campaignId: null }, draft);
    if (decided instanceof Refusal) declined.push(message);
    else if (decided.campaignId !== null)
      waiting.push({ ...message, campaignId: decided.campaignId });
    else asked.push(message.id);
  }
  approvals.write(tx);
  await moveToCampaigns(tx, waiting);
  await declineScheduled(tx, declined);
  await setAsked(tx, asked);
  return messages.length < STEP ? undefined : messages.at(-1)!.id;
}

/** Reads what approval depends on, of each message whose sender ID may be used. */
async function draftAll(
  tx: Transaction,
  clientId: string,
  messages: readonly ScheduledMessage[],
): Promise<{ message: ScheduledMessage; draft: Judged; isNamed: boolean }[]> {
  const facts = (await readApprovalFacts(tx, [clientId])).get(clientId)!;
  const { content, limits } = await readApprovalSettings(tx);
  const rules = openRules(content, limits);
  const approved = openApprovedTexts(await readApprovedTexts(tx, [clientId]));
  const clauses = await loadClauses(tx, clientId, { messages: 0 });
  const senders = await readSenders(tx, [
    ...new Set(messages.map(({ sender }) => sender.toLowerCase())),
  ]);
  return messages.flatMap((message) => {
    const name = message.sender.toLowerCase();
    const sender = chooseSender(
      senders.filter((each) => each.sender.toLowerCase() === name),
      clientId,
      message.country,
    );
    if (!sender) return [];
    const judge = openJudge(sender, facts, rules, approved);
    const { octets, dataCoding, esmClass, cut } = message;
    const text =
      sender.kind === 'PROMOTIONAL'
        ? withoutStopClause(message.text ?? '', clauses)
        : (message.text ?? '');
    const words =
      octets &&
      readWords({
        octets,
        dataCoding: dataCoding ?? 0,
        esmClass: esmClass ?? 0,
        ...(message.text !== null && { text }),
      });
    return [
      {
        message,
        // A later rule may say otherwise of any other.
        isNamed: facts.approvalRule !== null || isNamedBy(rules, words ?? { text, others: [] }),
        draft: {
          message,
          allowanceOf: facts.allowanceOf,
          isAccepted: true as const,
          unapproved: words ? judge(words.text, words.others) : judge(text),
          ...(words &&
            cut && {
              piece: {
                ...cut,
                words,
                isShared: true,
                judge,
                isApproved: openApproved(sender.sender, rules, approved),
              },
            }),
        },
      },
    ];
  });
}
