import { expect, test } from 'vitest';
import { writeRules } from './toastRules.ts';

test('a class has its own rule, one for each descendant and one for each media query', () => {
  const styles = {
    zIndex: 1400,
    maxWidth: 'calc(100% - 40px)',
    '.inner': { padding: '6px 0px' },
    '@media (min-width:600px)': { flexGrow: 'initial' },
  };
  expect(writeRules('box', styles)).toEqual([
    '.box{z-index:1400;max-width:calc(100% - 40px)}',
    '.box .inner{padding:6px 0px}',
    '@media (min-width:600px){.box{flex-grow:initial}}',
  ]);
});

test('a class with another kind of nested rule is refused', () => {
  expect(() => writeRules('box', { '&:hover': { color: 'red' } })).toThrow(
    'no rule can be written for &:hover',
  );
});
