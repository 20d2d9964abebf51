// `npm run generate -- configuration`: writes docs/configuration.md from the settings.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTINGS } from '../src/server/infra/config/settings.ts';
import { SETTINGS_FILE } from '../src/server/infra/config/sources.ts';

const INTRODUCTION = `Tuma reads its settings from the environment and from a settings file, which supplies the variables that the environment does not set. Every mistake is printed at once, and nothing starts until all are corrected. \`npm run setup\` asks for the settings of an installation, tests them and writes the file; \`npm run doctor\` tests them again at any time ([operating.md](operating.md)).

The settings file is \`DATA_DIR/${SETTINGS_FILE}\`, or the file that \`SETTINGS_FILE\` names in the environment. Its lines are \`NAME=value\`, with the value in quotes if it contains a space or a \`#\`; lines that begin with \`#\` are comments. The file is read at the start.

A secret \`X\` may be in a file of its own, which \`X_FILE\` names, as Docker and systemd provide secrets.`;

/** The text of docs/configuration.md. */
export function configurationPage(): string {
  const table = [
    '| Variable | Default | Meaning |',
    '|---|---|---|',
    ...Object.entries(SETTINGS).map(([name, setting]) => {
      const file = setting.secret ? `, \`${name}_FILE\`` : '';
      const fallback =
        setting.default === undefined ? (setting.otherwise ?? 'none') : `\`${setting.default}\``;
      return `| \`${name}\`${file} | ${fallback} | ${setting.help} |`;
    }),
  ].join('\n');
  return `# Configuration\n\n${INTRODUCTION}\n\n${table}\n`;
}

if (import.meta.main)
  writeFileSync(join(import.meta.dirname, '../docs/configuration.md'), configurationPage());
