/**
 * Decides whether a message that software submits goes out, or waits for an approver. The same rules
 * as for campaigns: of accounts whose campaigns need approval every text needs it, of others those
 * that meet a content rule. A few numbers a day are free, so that nobody waits for a single message.
 */
import type { ApprovalLimits, ContentRules } from '../../../contract/api/platform-settings.ts';
import type { Campaign } from '../../../contract/api/campaigns.ts';
import { textDeclined, unapprovedLimit } from '../../infra/errors.ts';
import type { Refusal } from '../../infra/errors.ts';
import { parseTemplate } from '../../../contract/shared/template.ts';
import { fingerprintOf, hasLink, openRecogniser, withLatinLetters } from './fingerprint.rules.ts';
import type { PieceOf } from './fingerprint.rules.ts';

/** Why a text needs approval, as of campaigns; the size is none, because no call has it. */
export type Reason = Campaign['approvalReasons'][number];

/** The content rules, ready to be applied, and the limits of the platform. */
export type ApprovalRules = {
  limits: ApprovalLimits;
  /** Undefined where no rule asks for approval. */
  findContent: ((text: string) => Reason[]) | undefined;
  /** The words of the rules that a text has, as withLatinLetters writes them. */
  findWords(text: string): Set<string>;
};

/** The approval that a client's texts need, as acceptance reads it. */
export type ApprovalFacts = {
  /** The rule by which each of its texts needs approval; null where none does. */
  approvalRule: 'CLIENT' | 'EBU' | null;
  /** Numbers for a text without approval: its own limit, or that of the nearest account above which sets one. */
  unapprovedNumbers: number | null;
  /**
   * The account whose allowance its texts use up: the topmost one of its line that needs approval, so that
   * clients share that of the account above them; the client itself where none does.
   */
  allowanceOf: string;
};

/** A decision in force on a text of a client. */
export type TextDecision = {
  clientId: string;
  sender: string;
  text: string;
  fingerprint: string;
  isApproved: boolean;
};

/** Tests whether a client's text under a sender ID is approved, or the piece of an approved one, `among` those asked for. */
export type ApprovedTexts = (
  sender: string,
  text: string,
  as?: PieceOf,
  among?: (approved: string) => boolean,
) => boolean;

/** A message whose text needs approval and has none. */
export type Unapproved = {
  text: string;
  /** True of an approved text that it may be, by the words of the rules; every one may where that is undefined. */
  among?: ((approved: string) => boolean) | undefined;
  /** Its owner's words, where the others of the text are parts that another account sent. */
  ownText?: string;
  fingerprint: string;
  sender: { id: string; name: string };
  reasons: Reason[];
  /** Numbers that the text may reach within a day. */
  mostNumbers: number;
  /** Messages of all texts within a day; null where only the text needs approval. */
  mostMessages: number | null;
};

export function openRules(content: ContentRules, limits: ApprovalLimits): ApprovalRules {
  const words = content.words.map((word) => word.trim()).filter((word) => word !== '');
  if (words.length === 0 && !content.links)
    return { limits, findContent: undefined, findWords: () => new Set() };
  const [pattern, plain] = [words, words.map(withLatinLetters)].map(patternOf);
  return {
    limits,
    findWords: (text) =>
      new Set(
        [...findAll(pattern, text), ...findAll(plain, withLatinLetters(text))].map((word) =>
          withLatinLetters(word).replace(/\s+/g, ' '),
        ),
      ),
    findContent(text) {
      // A word that a reader sees is there, whatever letters it is written with.
      const disguised = withLatinLetters(text);
      const word = (pattern?.exec(text) ?? plain?.exec(disguised))?.[0];
      return [
        ...(word === undefined ? [] : [{ rule: 'WORD' as const, found: word }]),
        ...(content.links && (hasLink(text) || hasLink(disguised))
          ? [{ rule: 'LINK' as const, found: null }]
          : []),
      ];
    },
  };
}

const findAll = (pattern: RegExp | undefined, text: string): string[] =>
  pattern === undefined ? [] : (text.match(new RegExp(pattern, 'giu')) ?? []);

/**
 * The approved texts that a text with words of the rules may be: those that have the words themselves, because
 * nobody saw the values of placeholders. Undefined where it has none.
 */
function amongThoseWithWords(
  text: string,
  { findWords }: ApprovalRules,
): ((approved: string) => boolean) | undefined {
  const words = findWords(text);
  if (words.size === 0) return undefined;
  return (approved) => {
    const literals = parseTemplate(approved).map((part) => (typeof part === 'string' ? part : ' '));
    const seen = findWords(literals.join(''));
    return [...words].every((word) => seen.has(word));
  };
}

/** A piece without the words beside its cuts, which are half of others; they are judged with the rest of them. */
function withoutCutWords(text: string, as: PieceOf): string {
  if (as === 'WHOLE') return text;
  const begun = text.replace(/[\p{L}\p{M}\p{Nd}_]+$/u, '');
  return as === 'BEGINS' ? begun : begun.replace(/^[\p{L}\p{M}\p{Nd}_]+/u, '');
}

/** Tests whether texts under a sender ID, or pieces of such, are approved with every word of the rules that they have. */
export function openApproved(
  sender: string,
  rules: ApprovalRules,
  approved: ApprovedTexts | undefined,
): (text: string, as?: PieceOf) => boolean {
  return (text, as = 'WHOLE') =>
    approved?.(sender, text, as, amongThoseWithWords(withoutCutWords(text, as), rules)) ?? false;
}

/** Finds whole words; undefined where there are none. */
function patternOf(words: readonly string[]): RegExp | undefined {
  if (words.length === 0) return undefined;
  const either = words.map((word) =>
    word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/\s+/g, '\\s+'),
  );
  return new RegExp(`(?<![\\p{L}\\p{Nd}_])(?:${either.join('|')})(?![\\p{L}\\p{Nd}_])`, 'iu');
}

/** @param decisions of one client */
export function openApprovedTexts(
  decisions: readonly Pick<TextDecision, 'sender' | 'text' | 'isApproved'>[],
): ApprovedTexts {
  const bySender = new Map(
    [
      ...Map.groupBy(
        decisions.filter(({ isApproved }) => isApproved),
        ({ sender }) => sender.toLowerCase(),
      ),
    ].map(([sender, approved]) => [sender, openRecogniser(...approved.map(({ text }) => text))]),
  );
  return (sender, text, as, among) =>
    bySender.get(sender.toLowerCase())?.(text, as, among) ?? false;
}

/** Returns the approval that a text lacks before it may reach many numbers; null where it lacks none. */
export function findUnapproved(
  text: string,
  sender: { id: string; sender: string },
  client: Pick<ApprovalFacts, 'approvalRule' | 'unapprovedNumbers'>,
  rules: ApprovalRules,
  isApproved: ApprovedTexts | undefined,
): Unapproved | null {
  if (client.approvalRule === null && rules.findContent === undefined) return null;
  const reasons = [
    ...(client.approvalRule === null ? [] : [{ rule: client.approvalRule, found: null }]),
    ...(rules.findContent?.(text) ?? []),
  ];
  if (reasons.length === 0 || openApproved(sender.sender, rules, isApproved)(text)) return null;
  return {
    text,
    fingerprint: fingerprintOf(text),
    sender: { id: sender.id, name: sender.sender },
    reasons,
    among: amongThoseWithWords(text, rules),
    mostNumbers: client.unapprovedNumbers ?? rules.limits.numbersPerText,
    mostMessages: client.approvalRule === null ? null : rules.limits.messagesPerDay,
  };
}

/** True of a text that a content rule names, or in what else phones may show of it. */
export const isNamedBy = (
  rules: ApprovalRules,
  { text, others }: { text: string; others: readonly string[] },
): boolean =>
  rules.findContent !== undefined &&
  (rules.findContent(text).length > 0 || findHidden(text, others, rules) !== undefined);

/** Makes the judge of texts of a client under a sender ID, and of what else phones may show of them. */
export function openJudge(
  sender: { id: string; sender: string },
  client: Pick<ApprovalFacts, 'approvalRule' | 'unapprovedNumbers'>,
  rules: ApprovalRules,
  isApproved: ApprovedTexts | undefined,
): (text: string, others?: readonly string[]) => Unapproved | null {
  const find = (text: string) => findUnapproved(text, sender, client, rules, isApproved);
  return (text, others = []) => {
    const found = find(text);
    const hidden = found ? undefined : findHidden(text, others, rules);
    return hidden === undefined ? found : find(hidden);
  };
}

/** Finds the first of other readings of a text with a word or a link of the rules that the text itself has not. */
function findHidden(
  text: string,
  others: readonly string[],
  rules: ApprovalRules,
): string | undefined {
  if (others.length === 0 || rules.findContent === undefined) return undefined;
  const hasLinkOf = (each: string) =>
    rules.findContent?.(each).some(({ rule }) => rule === 'LINK') ?? false;
  const words = rules.findWords(text);
  const isLinked = hasLinkOf(text);
  return others.find(
    (other) =>
      [...rules.findWords(other)].some((word) => !words.has(word)) ||
      (!isLinked && hasLinkOf(other)),
  );
}

/** The unapproved messages of a day by an account and those that share its allowance, read under its lock. */
export type Allowance = {
  /** Numbers that each text reached, by fingerprint. */
  numbers: Map<string, Set<string>>;
  messages: number;
  /** Texts that wait; read where one more may. */
  waiting: number;
};

/**
 * Texts that may wait at once for an approver to read them. Where each message is another text, as with the
 * name of its receiver in it, nobody could.
 */
const MOST_WAITING = 200;

/** The state of a client's unapproved messages, under the locks of its wallet and its allowance. */
export type Unapprovals = {
  /** One object for all clients that share it. */
  allowance: Allowance;
  /** Campaigns that gather messages, by fingerprint and sender ID. */
  gathering: Map<string, string>;
  decisions: readonly TextDecision[];
};

export const gatheringKey = (fingerprint: string, sender: string) => `${fingerprint} ${sender}`;

/**
 * Decides about one message, and notes it among what is known.
 * @returns `SENT` for a message that goes out and counts, `FREE` for one that somebody approved
 * meanwhile, `WAITS` for one that joins the campaign of its text
 */
export function decideUnapproved(
  { fingerprint, text, sender, mostNumbers, mostMessages, among }: Unapproved,
  destination: string,
  known: Unapprovals,
): 'SENT' | 'FREE' | 'WAITS' | Refusal {
  const decided = known.decisions.filter(
    (each) =>
      each.fingerprint === fingerprint && each.sender.toLowerCase() === sender.name.toLowerCase(),
  );
  if (decided.some(({ isApproved }) => !isApproved)) return textDeclined();
  if (decided.length > 0 && openApprovedTexts(decided)(sender.name, text, 'WHOLE', among))
    return 'FREE';
  const { allowance } = known;
  let numbers = allowance.numbers.get(fingerprint);
  if (!numbers) allowance.numbers.set(fingerprint, (numbers = new Set()));
  if (known.gathering.has(gatheringKey(fingerprint, sender.name))) return 'WAITS';
  if (numbers.size >= mostNumbers && !numbers.has(destination))
    return allowance.waiting < MOST_WAITING ? 'WAITS' : unapprovedLimit(MOST_WAITING);
  if (mostMessages !== null && allowance.messages >= mostMessages)
    return unapprovedLimit(mostMessages);
  numbers.add(destination);
  allowance.messages++;
  return 'SENT';
}
