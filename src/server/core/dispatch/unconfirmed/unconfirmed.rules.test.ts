import { expect, test } from 'vitest';
import { lossOf, sendAgainObstacle } from './unconfirmed.rules.ts';

test.each([
  ['the link was lost', 'LINK_LOST'],
  ['the carrier did not answer', 'NO_ANSWER'],
  ['no answer within 30 s', 'NO_ANSWER'],
  ['HTTP 502', 'ANSWER_UNCLEAR'],
  ['the answer cannot be read', 'ANSWER_UNCLEAR'],
  ['the data was restored from a back-up', 'RESTORED'],
])('lists a message under the reason of its loss: %s', (words, reason) => {
  expect(lossOf(words)).toBe(reason);
});

test.each([
  [{ isOpen: true, isValid: true, held: 1, parts: 1 }, null],
  [{ isOpen: true, isValid: true, held: 3, parts: 3 }, null],
  [{ isOpen: true, isValid: true, held: 2, parts: 3 }, 'PART_ACCEPTED'],
  [{ isOpen: true, isValid: false, held: 1, parts: 1 }, 'NOT_VALID'],
  [{ isOpen: false, isValid: true, held: 1, parts: 1 }, 'ENDED'],
] as const)('sends again only what no carrier is known to have: %o', (message, obstacle) => {
  expect(sendAgainObstacle(message)).toBe(obstacle);
});
