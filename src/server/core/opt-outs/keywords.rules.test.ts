import { expect, test } from 'vitest';
import { fillAnswer } from '../../../contract/shared/opt-out-answers.ts';
import { chooseAnswer } from './keywords.rules.ts';
import type { AnswerText } from './keywords.rules.ts';

const text = (name: string, language: string, more: Partial<AnswerText> = {}): AnswerText => ({
  text: name,
  language,
  asks: 'STOP',
  country: '',
  isOwn: false,
  ...more,
});
const english = text('english', 'en');
const swahili = text('swahili', 'sw');
const kenyan = text('kenyan', 'sw', { country: 'KE' });
const own = text('own', 'sw', { isOwn: true });
const ownEnglish = text('own english', 'en', { isOwn: true });
const start = text('start', 'sw', { asks: 'START', isOwn: true });

test.each<[string, AnswerText[], string, string | undefined]>([
  ['the language of the word', [english, swahili], 'sw', 'swahili'],
  ['English where that has none', [english, swahili], 'pt', 'english'],
  ['nothing of another language', [swahili], 'pt', undefined],
  ['the country before every country', [swahili, kenyan, english], 'sw', 'kenyan'],
  ["the account's own before the platform's", [kenyan, own, english], 'sw', 'own'],
  [
    "the platform's in the language of the word before one's own English",
    [ownEnglish, swahili],
    'sw',
    'swahili',
  ],
  ["one's own English where the language has none", [ownEnglish, english], 'fr', 'own english'],
  ['nothing of another request', [start], 'sw', undefined],
])('an answer is chosen: %s', (_, texts, language, expected) => {
  expect(chooseAnswer(texts, { asks: 'STOP', language })?.text).toBe(expected);
});

test('a name that looks like a place is not filled in again', () => {
  expect(fillAnswer('{name}: {number} {other}', { name: '{number}', number: '$&' })).toBe(
    '{number}: $& {other}',
  );
});
