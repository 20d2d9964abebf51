// The text of docs/configuration.md.
import { SETTINGS } from './settings.ts';
import { SETTINGS_FILE } from './sources.ts';

/** The text of `docs/configuration.md` before its table. */
export const CONFIGURATION_INTRODUCTION = `Tuma is configured by its environment and by a settings file, in which what the environment leaves open may stand. Every mistake is printed at once, and nothing starts until all are mended. \`npm run setup\` asks for what an installation needs, tries it, and writes the file; \`npm run doctor\` tries it again at any time ([operating.md](operating.md)).

The settings file is \`DATA_DIR/${SETTINGS_FILE}\`, or what \`SETTINGS_FILE\` names in the environment: lines \`NAME=value\`, with the value in quotes where it has a blank or a \`#\`; lines that begin with \`#\` say nothing. It is read at the start.

A secret \`X\` may stand in a file of its own, which \`X_FILE\` names, as Docker and systemd hand them over.`;

/** The table of `docs/configuration.md`. */
export function configurationTable(): string {
  return [
    '| Variable | Default | What it is |',
    '|---|---|---|',
    ...Object.entries(SETTINGS).map(([name, setting]) => {
      const file = setting.secret ? `, \`${name}_FILE\`` : '';
      const fallback =
        setting.default === undefined ? (setting.otherwise ?? 'none') : `\`${setting.default}\``;
      return `| \`${name}\`${file} | ${fallback} | ${setting.help} |`;
    }),
  ].join('\n');
}
