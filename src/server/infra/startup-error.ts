/**
 * A reason why the product cannot start that a person can act on. `main.ts` prints each line as it
 * stands, without a stack, and exits with 1; anything else thrown at start is a bug and keeps its stack.
 */
export class StartupError extends Error {
  readonly lines: readonly string[];

  constructor(...lines: string[]) {
    super(lines.join('\n'));
    this.name = 'StartupError';
    this.lines = lines;
  }
}
