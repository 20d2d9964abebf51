import { expect, test } from 'vitest';
import { brandIcon } from './brandIcon.ts';

test.each([
  ['Pili SMS', 'PS'],
  ['Mensagem Já Moçambique', 'MJ'],
  ['ágil', 'Á'],
  ['  <b> & co ', '&#60;&#38;'],
  ['𝓐lpha', '𝓐'],
])('the icon of %j shows %s', (name, letters) => {
  expect(decodeURIComponent(brandIcon(name, '#123456'))).toContain(`>${letters}</text>`);
});
