// `npm run doctor`: looks at an installation, whether it runs or not, and says in plain words what is wrong and what to do. It
// changes nothing, and no secret is in what it says.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { StartupError } from '../../infra/startup-error.ts';
import { readConfig } from '../../infra/config/config.ts';
import type { Config } from '../../infra/config/config.ts';
import { environment, readSettings } from '../../infra/config/sources.ts';
import { withDatabase } from '../cli.ts';
import { lookAtCertificates } from './certificates.ts';
import { lookAtContent } from './database-content.ts';
import { lookAtServer } from './database.ts';
import { about, type Finding, type Look } from './findings.ts';
import { lookAtDisk, lookAtFiles, lookAtNode } from './installation-files.ts';
import { checkMail, checkMpesa } from './probes.ts';

/** Exit codes: all is well, somebody should look, something does not work. */
const EXIT = { ok: 0, warning: 1, wrong: 2 } as const;

/** Looks at everything that can be looked at; where the settings are wrong, at nothing else. */
export async function examine(given: Record<string, string | undefined>): Promise<Look[]> {
  const looks = about('node', lookAtNode());
  let config: Config;
  try {
    config = readConfig(given);
  } catch (error) {
    return [...looks, ...about('settings', ...linesOf(error))];
  }
  return [
    ...looks,
    ...about('settings', {
      state: 'ok',
      said: `${readSettings(given).size} settings, and no mistake in them.`,
    }),
    ...about('screens', lookAtScreens()),
    ...(await lookAtInstallation(config, given)),
    ...about('mail', await lookAtMail(config)),
    ...(config.mpesa
      ? about('mpesa', await checkMpesa(config.mpesa), ...lookAtCallback(config))
      : []),
    ...about('security contact', ...lookAtSecurityContact(config)),
    ...about('certificates', ...(await lookAtCertificates(config))),
  ];
}

/** The lines of a start that was refused; any other error is a fault. */
function linesOf(error: unknown): Finding[] {
  if (!(error instanceof StartupError)) throw error;
  return error.lines.map((said) => ({
    state: 'wrong',
    said,
    ...(said.includes('there is no data') && { remedy: 'Run npm run setup.' }),
  }));
}

function lookAtScreens(): Finding {
  return existsSync(join(import.meta.dirname, '../../../../dist/web/index.html'))
    ? { state: 'ok', said: 'The screens are built.' }
    : { state: 'wrong', said: 'The screens are not built.', remedy: 'Run npm run build.' };
}

async function lookAtInstallation(
  config: Config,
  given: Record<string, string | undefined>,
): Promise<Look[]> {
  const looks: Look[] = [];
  try {
    await withDatabase(config, async ({ databaseUrl, dataDir }) => {
      looks.push(...about('files', ...lookAtFiles(config, dataDir, given)));
      looks.push(...about('disk', await lookAtDisk(dataDir)));
      const server = await lookAtServer(config, databaseUrl);
      looks.push(...server.looks);
      if (server.isReadable) looks.push(...(await lookAtContent(config, databaseUrl, dataDir)));
    });
  } catch (error) {
    looks.push(...about('database', ...linesOf(error)));
  }
  return looks;
}

async function lookAtMail({ smtpUrl, mailFrom }: Config): Promise<Finding> {
  if (smtpUrl !== undefined) return checkMail(smtpUrl, mailFrom);
  return {
    state: 'warning',
    said: 'There is no mail server, so nobody gets codes, invitations or alerts.',
    remedy: 'Set SMTP_URL; npm run setup asks for it.',
  };
}

function lookAtCallback(config: Config): Finding[] {
  const origin = config.mpesaCallbackUrl ?? config.publicUrl;
  return origin?.startsWith('https:')
    ? []
    : [
        {
          state: 'warning',
          said: `M-Pesa calls back at ${origin ?? 'no address'}, and does so by https alone.`,
          remedy: 'Set MPESA_CALLBACK_URL or PUBLIC_URL to an https address.',
        },
      ];
}

function lookAtSecurityContact({ securityContact }: Config): Finding[] {
  return securityContact !== undefined
    ? []
    : [
        {
          state: 'warning',
          said: 'Nobody can find out where to report a vulnerability.',
          remedy: 'Set SECURITY_CONTACT, such as mailto:security@example.com.',
        },
      ];
}

const SIGN = { ok: 'ok      ', warning: 'look at ', wrong: 'WRONG   ' } as const;

/**
 * The command.
 * @returns its exit code: 0 all is well, 1 somebody should look, 2 something does not work
 */
export async function runDoctor(
  args: readonly string[],
  say: (line: string) => void,
): Promise<number> {
  let json: boolean | undefined;
  try {
    ({ json } = parseArgs({
      args: [...args],
      options: { json: { type: 'boolean' } },
      strict: true,
    }).values);
  } catch (error) {
    throw new StartupError(
      `${error instanceof Error ? error.message : String(error)} npm run doctor takes --json, and nothing else.`,
    );
  }
  const looks = await examine(environment());
  const worst =
    (['wrong', 'warning'] as const).find((state) => looks.some((look) => look.state === state)) ??
    'ok';
  if (json) say(JSON.stringify({ state: worst, looks }));
  else {
    for (const { check, state, said, remedy } of looks)
      say(
        `${SIGN[state]} ${check.padEnd(14)} ${said}${remedy && state !== 'ok' ? `\n${' '.repeat(24)}${remedy}` : ''}`,
      );
    const count = (state: Finding['state']) => looks.filter((look) => look.state === state).length;
    say(`\n${count('wrong')} wrong, ${count('warning')} to look at, ${count('ok')} ok.`);
  }
  return EXIT[worst];
}
