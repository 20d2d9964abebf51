// `npm run setup`: asks for the settings of an installation, tests each, and only then writes the
// settings file and creates the first administrator and the first carrier.
import { StartupError } from '../../infra/startup-error.ts';
import type { Finding } from '../doctor/findings.ts';
import { withDatabase } from '../cli.ts';
import { Answers } from './answers.ts';
import { HELP, readFlags, SECTION_FLAGS, SECTIONS, skippedChecks, type Section } from './flags.ts';
import { createInstallation, inspectInstallation, type Present } from './installation.ts';
import { Cancelled, type Prompter } from './prompts.ts';
import { askAddress, askAdministrator, askCarrier, askDatabase } from './questions.ts';
import { askMail, askMpesa, type Administrator, type NamedCarrier } from './questions.ts';

/**
 * Sets up an installation.
 * @param args of the command line
 * @param prompter undefined without a terminal
 * @returns the exit code
 */
export async function runSetup(
  args: readonly string[],
  prompter: Prompter | undefined,
  print: (line: string) => void,
  environment: Record<string, string | undefined>,
): Promise<number> {
  const flags = readFlags(args);
  if (flags.help) {
    print(HELP);
    return 0;
  }
  try {
    await setUp(new Answers(flags, flags.yes ? undefined : prompter, print, environment));
    return 0;
  } catch (error) {
    if (!(error instanceof Cancelled)) throw error;
    print('\nCancelled. No setting was changed.');
    return 130;
  }
}

async function setUp(answers: Answers): Promise<void> {
  answers.config(); // refuses present settings that are not valid
  const isFirst = !answers.hasFile();
  if (!isFirst) answers.show();
  const sections = await chooseSections(answers, isFirst);
  if (sections.has('address')) await askUntilValid(answers, 'url', () => askAddress(answers));
  if (sections.has('database'))
    await askUntilValid(answers, 'database', () => askDatabase(answers));
  const config = answers.config();
  await withDatabase(
    config,
    async (handle) => {
      const present = await inspectInstallation(handle.databaseUrl);
      if (handle.dataDir !== config.dataDir) answers.set({ DATA_DIR: handle.dataDir });
      const administrator = await firstAdministrator(answers, present);
      if (sections.has('mail')) await askUntilValid(answers, 'mail', () => askMail(answers));
      if (sections.has('mpesa')) await askUntilValid(answers, 'mpesa', () => askMpesa(answers));
      const carrier = sections.has('carrier')
        ? await firstCarrier(answers, present, isFirst)
        : undefined;
      const isWritten = answers.write();
      await createInstallation(answers, handle, administrator, carrier);
      if (administrator) printNextSteps(answers);
      else if (isWritten)
        answers.print('Settings are read at the start: restart Tuma to use them.');
    },
    { make: true },
  );
}

/** Every section at first; later the sections of the flags, or those that the person chooses. */
async function chooseSections(
  { flags, prompter }: Answers,
  isFirst: boolean,
): Promise<Set<Section>> {
  const flagged = SECTIONS.filter((section) =>
    SECTION_FLAGS[section].some((flag) => flags[flag] !== undefined),
  );
  if (prompter === undefined || (flagged.length > 0 && !isFirst)) return new Set(flagged);
  if (isFirst) return new Set(SECTIONS);
  return new Set(
    await prompter.chooseSome(
      'Sections to change',
      SECTIONS.map((value) => ({ value, label: value })),
    ),
  );
}

/** Asks and tests until the answer works, or the person keeps it as it is. */
async function askUntilValid(
  answers: Answers,
  check: string,
  ask: () => Promise<Finding | undefined>,
): Promise<void> {
  const { prompter, print } = answers;
  for (;;) {
    let finding: Finding | undefined;
    let isMistake = false;
    try {
      finding = await ask();
    } catch (error) {
      if (!(error instanceof StartupError) || prompter === undefined) throw error;
      finding = { state: 'wrong', said: error.lines.join('\n') };
      isMistake = true;
    }
    if (finding === undefined) return;
    const title = { ok: 'Tested:', warning: 'Warning:', wrong: 'This does not work:' };
    print([title[finding.state], finding.said, finding.remedy].filter(Boolean).join(' '));
    if (finding.state !== 'wrong') return;
    if (skippedChecks(answers.flags).includes(check)) return print('Kept, as --skip demands.');
    if (prompter === undefined)
      throw new StartupError(
        `Nothing was changed. Correct this and run setup again, or keep it with --skip ${check}.`,
      );
    const next = isMistake
      ? 'again'
      : await prompter.choose('How to continue', [
          { value: 'again', label: 'Ask again' },
          { value: 'keep', label: 'Keep it although it does not work' },
          { value: 'cancel', label: 'Cancel without changing anything' },
        ]);
    if (next === 'cancel') throw new Cancelled();
    if (next === 'keep')
      return print(
        'Kept. It will not work until this is corrected; npm run doctor tests it again.',
      );
    answers.forgetFlags(check === 'url' ? 'address' : (check as Section));
  }
}

async function firstAdministrator(
  answers: Answers,
  present: Present,
): Promise<Administrator | undefined> {
  if (!present.administrator) return askAdministrator(answers);
  const { 'admin-email': email, 'admin-password-file': password } = answers.flags;
  if (email !== undefined || password !== undefined)
    answers.print(
      'There is an administrator already, so none was created. Accounts are managed in the portal.',
    );
  return undefined;
}

async function firstCarrier(
  answers: Answers,
  { connectors }: Present,
  isFirst: boolean,
): Promise<NamedCarrier | undefined> {
  if (connectors.length > 0) {
    if (!isFirst || answers.flags.carrier !== undefined)
      answers.print(
        `There are connectors already (${connectors.join(', ')}): change them in the portal, under Gateway.`,
      );
    return undefined;
  }
  let carrier: NamedCarrier | undefined;
  await askUntilValid(answers, 'carrier', async () => {
    const answer = await askCarrier(answers);
    carrier = answer.carrier;
    return answer.finding;
  });
  return carrier;
}

function printNextSteps(answers: Answers): void {
  const variable = answers.startVariable();
  answers.print(
    [
      '',
      `Ready. Next${variable === '' ? '' : `, each with ${variable} in its environment`}:`,
      '  npm start            starts everything on this machine (services and reverse proxies: docs/operating.md)',
      '  npm run doctor       tests the installation, at any time',
      '',
    ].join('\n'),
  );
}
