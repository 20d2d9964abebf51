import { useTranslation } from 'react-i18next';
import type { ConnectorKind } from '../../../../contract/api/connector-settings.ts';
import type { FieldDescription } from '../../../../contract/api/connector-fields.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { en } from '../../../i18n/en.ts';
import type { Problem } from './formValues.ts';

type FieldWord = keyof typeof en.connectors.fields;
const isFieldWord = (name: string): name is FieldWord => Object.hasOwn(en.connectors.fields, name);

type ChoiceWord = keyof typeof en.connectors.choices;
const isChoiceWord = (name: string): name is ChoiceWord =>
  Object.hasOwn(en.connectors.choices, name);

const OWN: Readonly<Record<ConnectorKind, string>> = {
  SMPP: 'smpp',
  HTTP: 'http',
  GENERIC: 'generic',
};

/**
 * The words of a field: those of its kind where it means something of its own there. Undefined where it has
 * none, which a test forbids.
 */
export function fieldWord(kind: ConnectorKind, name: string): FieldWord | undefined {
  return [`${OWN[kind]}_${name}`, name].find(isFieldWord);
}

/** The word of a choice, which fields of the same choices share; undefined where the value speaks for itself. */
export function choiceWord(name: string, value: string): ChoiceWord | undefined {
  const of = name.endsWith('_ton') ? 'ton' : name.endsWith('_npi') ? 'npi' : name;
  return [`${of}_${value === '' ? 'none' : value}`].find(isChoiceWord);
}

/** Labels, helps, values and problems of fields in the words of a person. */
export function useFieldWords(kind: ConnectorKind) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const label = (name: string): string => {
    const word = fieldWord(kind, name);
    return word === undefined ? name : t(`connectors.fields.${word}.label`);
  };
  const help = (name: string): string => {
    const word = fieldWord(kind, name);
    return word === undefined ? '' : t(`connectors.fields.${word}.help`);
  };
  const choice = (name: string, value: string): string => {
    const word = choiceWord(name, value);
    return word === undefined ? value : t(`connectors.choices.${word}`);
  };
  const unit = ({ unit: of }: FieldDescription): string | undefined =>
    of === undefined ? undefined : t(`connectors.units.${of}`);
  /** A setting as it is read, not typed. */
  const value = (field: FieldDescription, setting: unknown): string => {
    if (typeof setting === 'boolean') return t(setting ? 'connectors.yes' : 'connectors.no');
    if (field.type === 'choice')
      return choice(
        field.name,
        setting === undefined || setting === null ? '' : String(setting as string | number),
      );
    if (field.name === 'submit_throughput' && setting === 0) return t('gateway.noLimit');
    if (typeof setting === 'number')
      return [field.name === 'port' ? String(setting) : number(setting), unit(field)]
        .filter(Boolean)
        .join(' ');
    if (Array.isArray(setting)) return setting.join(', ');
    if (typeof setting === 'object' && setting !== null)
      return Object.entries(setting as Record<string, string>)
        .map(([key, each]) => `${key}: ${each}`)
        .join('\n');
    return typeof setting === 'string' ? setting : '';
  };
  const problem = (of: string, { word, least, most, name = '' }: Problem): string => {
    const said = t(`connectors.form.${word}`, {
      least: least === undefined ? '' : number(least),
      most: most === undefined ? '' : number(most),
      name,
    });
    // The problem stands in the place of the help, which says what can be used.
    return word === 'wrong' ? [said, help(of)].filter(Boolean).join(' ') : said;
  };
  return { label, help, choice, unit, value, problem };
}
