import { expect, test } from 'vitest';
import { en } from '../../i18n/en.ts';
import { pt } from '../../i18n/pt.ts';

test.each([
  ['English', en],
  ['Portuguese', pt],
])(
  'in %s no part of the messages has the name of their sum that did not arrive',
  (_language, words) => {
    const parts: string[] = Object.values(words.charts.outcome);
    expect(new Set(parts).size).toBe(parts.length);
    expect(parts).not.toContain(words.stats.lost);
    expect(parts).not.toContain(words.dashboard.charts.notDelivered);
  },
);
