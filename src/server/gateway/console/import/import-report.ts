/** The report of an import: its lines name texts, which become sentences in the reader's language. */
import { fill } from '../../../i18n/fill.ts';
import type { Language } from '../../../i18n/language.ts';
import { texts } from '../../../i18n/texts.ts';
import type { Texts } from '../../../i18n/en.ts';

type Kind = 'taken' | 'changed' | 'refused';
export type Entity = keyof Texts['gatewayImport']['entities'];
export type Note = {
  text: keyof Texts['gatewayImport']['notes'];
  values: Record<string, string | number>;
};

export type ReportLine = (
  kind: Kind,
  entity: Entity,
  id: string,
  line: number | null,
  said: Note,
) => void;

export const note = (text: Note['text'], values: Note['values'] = {}): Note => ({ text, values });

/** Values of a damaged or hostile file can be of any length. */
const SHOWN = 300;
const shorten = (value: string | number) =>
  typeof value === 'string' && value.length > SHOWN ? `${value.slice(0, SHOWN)}…` : value;

/** The first fault of settings that do not fit their schema. */
export const faultOf = (issues: readonly { path: PropertyKey[]; message: string }[]): Note =>
  note('fieldFault', {
    field: issues[0]?.path.map(String).join('.') ?? '',
    problem: issues[0]?.message ?? '',
  });

export function presentLine(
  language: Language,
  { entity, id, line, said }: { entity: Entity; id: string; line: number | null; said: Note },
) {
  const { entities, notes } = texts[language].gatewayImport;
  const values = Object.fromEntries(
    Object.entries(said.values).map(([name, value]) => [name, shorten(value)]),
  );
  return {
    line,
    entity: entities[entity],
    id: String(shorten(id)),
    message: fill(notes[said.text], values),
  };
}
