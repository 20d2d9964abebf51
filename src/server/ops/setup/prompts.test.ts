import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { Cancelled, openPrompter, type Prompter } from './prompts.ts';

/** A terminal of streams. `shown` is everything that was printed. */
function openTerminal({ isTTY = true } = {}) {
  const input = Object.assign(new PassThrough(), { isTTY, setRawMode: () => input });
  const output = Object.assign(new PassThrough(), { isTTY, columns: 80, rows: 24 });
  let shown = '';
  output.on('data', (chunk: Buffer) => (shown += chunk.toString()));
  const prompter = openPrompter(
    input as unknown as NodeJS.ReadStream,
    output as unknown as NodeJS.WriteStream,
  );
  return {
    prompter: prompter as Prompter,
    /** Types the keys into the question that `ask` puts. */
    async type<T>(ask: (prompter: Prompter) => Promise<T>, ...keys: string[]): Promise<T> {
      const answer = ask(prompter as Prompter);
      for (const key of keys) input.write(key);
      return answer;
    },
    shown: () => stripVTControlCharacters(shown),
  };
}

test('without a terminal there is no prompter', () => {
  expect(openTerminal({ isTTY: false }).prompter).toBeUndefined();
});

test('text is entered, and Enter alone takes the default', async () => {
  const { type, shown } = openTerminal();
  expect(await type((prompter) => prompter.text('Port', '8080'), '\r')).toBe('8080');
  expect(await type((prompter) => prompter.text('Host'), ' a.example ', '\r')).toBe('a.example');
  expect(await type((prompter) => prompter.text('Proxy'), '\r')).toBe('');
  expect(shown()).toContain('8080');
});

test('a secret is never shown', async () => {
  const { type, shown } = openTerminal();
  expect(await type((prompter) => prompter.secret('Password'), 'hunter2', '\r')).toBe('hunter2');
  expect(await type((prompter) => prompter.secret('Password'), '\r')).toBe('');
  expect(shown()).toContain('Password');
  expect(shown()).not.toContain('hunter2');
});

test('choices are picked with the arrow keys and the space bar', async () => {
  const { type } = openTerminal();
  const choices = ['one', 'two', 'three'].map((value) => ({ value, label: value }));
  expect(await type((prompter) => prompter.choose('Which', choices, 'two'), '\r')).toBe('two');
  expect(await type((prompter) => prompter.choose('Which', choices), '\u001b[B', '\r')).toBe('two');
  expect(
    await type((prompter) => prompter.chooseSome('Which', choices), ' ', '\u001b[B', ' ', '\r'),
  ).toEqual(['one', 'two']);
  expect(await type((prompter) => prompter.chooseSome('Which', choices), '\r')).toEqual([]);
});

test('Ctrl-C cancels', async () => {
  const { type } = openTerminal();
  await expect(type((prompter) => prompter.text('Port'), '\u0003')).rejects.toThrow(Cancelled);
});
