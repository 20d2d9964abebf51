// Questions at a terminal, by @clack/prompts.
import { isCancel, multiselect, password, select, text } from '@clack/prompts';

export type Choice<T extends string> = { value: T; label: string };

export interface Prompter {
  /** @param standard the answer when nothing is typed */
  text(question: string, standard?: string): Promise<string>;
  /** Shows nothing of the answer. */
  secret(question: string): Promise<string>;
  choose<T extends string>(
    question: string,
    choices: readonly Choice<T>[],
    initial?: T,
  ): Promise<T>;
  chooseSome<T extends string>(question: string, choices: readonly Choice<T>[]): Promise<T[]>;
}

/** The person cancelled the setup, by Ctrl-C or an answer. */
export class Cancelled extends Error {}

/** Returns undefined where the input or the output is no terminal. */
export function openPrompter(
  input: NodeJS.ReadStream = process.stdin,
  output: NodeJS.WriteStream = process.stdout,
): Prompter | undefined {
  if (!input.isTTY || !output.isTTY) return undefined;
  const terminal = { input, output };
  return {
    text: async (message, standard) =>
      answered(
        await text({
          ...terminal,
          message,
          ...(standard && { placeholder: standard, defaultValue: standard }),
        }),
      )?.trim() ?? '',
    secret: async (message) => answered(await password({ ...terminal, message })) ?? '',
    choose: async (message, choices, initialValue) =>
      answered(
        await select<string>({
          ...terminal,
          message,
          options: [...choices],
          ...(initialValue && { initialValue }),
        }),
      ) as (typeof choices)[number]['value'],
    chooseSome: async (message, choices) =>
      answered(
        await multiselect<string>({
          ...terminal,
          message,
          options: [...choices],
          required: false,
        }),
      ) as (typeof choices)[number]['value'][],
  };

  function answered<T>(answer: T): Exclude<T, symbol> {
    if (!isCancel(answer)) return answer as Exclude<T, symbol>;
    throw new Cancelled();
  }
}
