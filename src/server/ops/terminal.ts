// Questions to a person at a terminal.
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Somebody who can be asked. */
export interface Person {
  say(line: string): void;
  /** @param standard what an empty answer stands for */
  ask(question: string, standard?: string): Promise<string>;
  /** Without showing what is typed. */
  askSecret(question: string): Promise<string>;
}

/** Whoever sat there has gone, or wants no more. */
export class Gone extends Error {}

/** Opens the terminal that this program runs in; undefined where nobody sits at one. */
export function openTerminal(
  input: NodeJS.ReadStream = process.stdin,
  output: NodeJS.WriteStream = process.stdout,
): (Person & { close(): void }) | undefined {
  if (!input.isTTY || !output.isTTY) return undefined;
  let hidden = false;
  const screen = new Writable({
    write(chunk: Buffer, _encoding, done) {
      if (!hidden) output.write(chunk);
      done();
    },
  });
  // No history: a secret is in nobody's reach by an arrow key.
  const lines = createInterface({ input, output: screen, terminal: true, historySize: 0 });
  let leave: ((reason: Gone) => void) | undefined;
  for (const event of ['SIGINT', 'close'] as const) lines.on(event, () => leave?.(new Gone()));

  function question(text: string, secret: boolean): Promise<string> {
    return new Promise((resolve, reject) => {
      leave = reject;
      lines.question(text, (answer) => {
        hidden = false;
        leave = undefined;
        if (secret) output.write('\n');
        resolve(answer.trim());
      });
      hidden = secret; // the question is shown, what follows is not
    });
  }
  return {
    say: (line) => void output.write(`${line}\n`),
    ask: async (text, standard) =>
      (await question(`${text}${standard ? ` [${standard}]` : ''}: `, false)) || (standard ?? ''),
    askSecret: (text) => question(`${text} (is not shown): `, true),
    close: () => lines.close(),
  };
}
