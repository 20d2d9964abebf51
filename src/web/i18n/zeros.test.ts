import i18next from 'i18next';
import { expect, test } from 'vitest';
import { pt } from './pt.ts';
import { withZeros } from './zeros.ts';

test('none is plural in Portuguese, one is not, and words of their own for none stay', async () => {
  const i18n = i18next.createInstance();
  const words = withZeros({ ...pt, own_zero: 'nada', own_one: 'um', own_other: '{{count}}' });
  await i18n.init({ lng: 'pt', resources: { pt: { translation: words } } });
  const said = (key: string, count: number) =>
    String(i18n.t(key as never, { count, value: count }));
  expect([0, 1, 2].map((count) => said('fromFile.characters', count))).toEqual([
    '0 caracteres',
    '1 carácter',
    '2 caracteres',
  ]);
  expect([0, 1, 2].map((count) => said('own', count))).toEqual(['nada', 'um', '2']);
});
