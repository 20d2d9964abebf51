/**
 * A reason why the product cannot start that an operator can correct. `main.ts` prints each line,
 * without a stack, and exits with 1; any other error at start is a bug and keeps its stack.
 */
export class StartupError extends Error {
  readonly lines: readonly string[];

  constructor(...lines: string[]) {
    super(lines.join('\n'));
    this.name = 'StartupError';
    this.lines = lines;
  }
}
