import { describe, expect, test, vi } from 'vitest';
import { APPROVAL_LIMITS, NO_RULES } from '../../../contract/api/platform-settings.ts';
import type { ContentRules } from '../../../contract/api/platform-settings.ts';
import { Refusal } from '../../infra/errors.ts';
import {
  decideUnapproved,
  findUnapproved,
  gatheringKey,
  openApprovedTexts,
  openRules,
} from './approval.rules.ts';
import type { PieceOf } from './fingerprint.rules.ts';
import type { Unapproved, Unapprovals } from './approval.rules.ts';

const sender = { id: 's1', sender: 'SHOP' };
const TEXT = 'Cheap loans today, see loans.example';
const find = (
  text: string,
  {
    rule = null as 'CLIENT' | 'EBU' | null,
    own = null as number | null,
    content = {} as Partial<ContentRules>,
    approved = [] as string[],
  },
) =>
  findUnapproved(
    text,
    sender,
    { approvalRule: rule, unapprovedNumbers: own },
    openRules({ ...NO_RULES, ...content }, APPROVAL_LIMITS),
    openApprovedTexts(approved.map((each) => ({ sender: 'Shop', text: each, isApproved: true }))),
  );

test('an account that needs no approval has no unapproved texts', () => {
  expect(find(TEXT, {})).toBeNull();
});

test('every text of an account that needs approval is unapproved', () => {
  expect(find(TEXT, { rule: 'EBU' })).toMatchObject({
    reasons: [{ rule: 'EBU', found: null }],
    mostNumbers: 50,
    mostMessages: 200,
  });
  expect(find(TEXT, { rule: 'CLIENT', own: 3 })).toMatchObject({ mostNumbers: 3 });
});

test.each<[string, Partial<ContentRules>, unknown]>([
  ['a word', { words: ['LOANS'] }, [{ rule: 'WORD', found: 'loans' }]],
  ['several words', { words: ['cheap  loans'] }, [{ rule: 'WORD', found: 'Cheap loans' }]],
  ['a part of a word', { words: ['loan'] }, undefined],
  ['signs', { words: ['loans today, see'] }, [{ rule: 'WORD', found: 'loans today, see' }]],
  ['a link', { links: true }, [{ rule: 'LINK', found: null }]],
])('a content rule asks for approval of anybody: %s', (_what, content, reasons) => {
  expect(find(TEXT, { content })?.reasons).toEqual(reasons);
  // Only the text is in doubt, not the account.
  if (reasons !== undefined) expect(find(TEXT, { content })?.mostMessages).toBeNull();
});

test.each([
  ['another alphabet', 'Cheap lоans today', 'loans'],
  ['accents', 'Cheap lóans today', 'Loans'],
  ['accents of the rule', 'Cheap loans today', 'lóans'],
  ['letters that no reader sees', 'Cheap lo\u200bans today', 'loans'],
  ['another width', 'Cheap ｌｏａｎｓ today', 'loans'],
])('a word is found in spite of %s', (_what, text, word) => {
  expect(find(text, { content: { words: [word] } })?.reasons).toEqual([
    { rule: 'WORD', found: 'loans' },
  ]);
});

test('an approved text is free under its sender ID', () => {
  expect(find(TEXT, { rule: 'EBU', approved: [TEXT] })).toBeNull();
  expect(find(`${TEXT}!`, { rule: 'EBU', approved: [TEXT] })).not.toBeNull();
});

describe('numbers and messages within a day', () => {
  const unapproved = (text: string, more: Partial<Unapproved> = {}): Unapproved => ({
    text,
    fingerprint: text,
    sender: { id: 's1', name: 'SHOP' },
    reasons: [],
    mostNumbers: 2,
    mostMessages: 5,
    ...more,
  });
  const nothing = (): Unapprovals => ({
    allowance: { numbers: new Map(), messages: 0, waiting: 0 },
    gathering: new Map(),
    decisions: [],
  });
  const say = (decision: ReturnType<typeof decideUnapproved>) =>
    decision instanceof Refusal ? decision.code : decision;

  test('so many numbers have a text, then others wait; those who had it have it again', () => {
    const known = nothing();
    const to = (number: string) => say(decideUnapproved(unapproved('a'), number, known));
    expect(['1', '2', '1', '3', '4', '2'].map(to)).toEqual([
      'SENT',
      'SENT',
      'SENT',
      'WAITS',
      'WAITS',
      'SENT',
    ]);
  });

  test('while its campaign waits everybody waits', () => {
    const known = nothing();
    known.gathering.set(gatheringKey('a', 'SHOP'), 'campaign');
    expect(say(decideUnapproved(unapproved('a'), '1', known))).toBe('WAITS');
  });

  test('messages of all texts are limited for an account that needs approval', () => {
    const known = nothing();
    const texts = ['a', 'b', 'c', 'd', 'e', 'f'];
    expect(texts.map((text) => say(decideUnapproved(unapproved(text), '1', known)))).toEqual([
      ...Array<string>(5).fill('SENT'),
      'UNAPPROVED_LIMIT',
    ]);
    expect(say(decideUnapproved(unapproved('g', { mostMessages: null }), '1', known))).toBe('SENT');
  });

  test('a decision made meanwhile counts', () => {
    const decided = (isApproved: boolean): Unapprovals => ({
      ...nothing(),
      decisions: [{ clientId: 'c', sender: 'SHOP', text: TEXT, fingerprint: TEXT, isApproved }],
    });
    expect(say(decideUnapproved(unapproved(TEXT), '1', decided(true)))).toBe('FREE');
    expect(say(decideUnapproved(unapproved(TEXT), '1', decided(false)))).toBe('TEXT_DECLINED');
    // Nothing was decided about another sender ID.
    const other = unapproved(TEXT, { sender: { id: 's2', name: 'OTHER' } });
    expect(say(decideUnapproved(other, '1', decided(false)))).toBe('SENT');
  });
});

test('a text is read once, however many approved ones it is compared with', () => {
  const approved = Array.from({ length: 100 }, (_, at) => ({
    sender: 'Shop',
    text: `Your order of ${'abc'.repeat(at)} is ready`,
    isApproved: true,
  }));
  const reads = (count: number, as: PieceOf) => {
    const isApproved = openApprovedTexts(approved.slice(0, count));
    const read = vi.spyOn(String.prototype, 'normalize');
    try {
      expect(isApproved('SHOP', 'Win a car today', as)).toBe(false);
      return read.mock.calls.length;
    } finally {
      read.mockRestore();
    }
  };
  for (const as of ['WHOLE', 'BEGINS', 'WITHIN'] as const)
    expect(reads(100, as), as).toBe(reads(1, as));
  expect(openApprovedTexts(approved)('shop', approved[99]!.text)).toBe(true);
});
