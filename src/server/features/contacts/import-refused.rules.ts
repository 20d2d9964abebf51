import { CSV_START, csvLine } from '../../../contract/shared/csv.ts';
import type { Language } from '../../infra/words.ts';
import type { RowReason } from './import.rules.ts';

// By these two columns, at the end, a file of ours is known again when it comes back mended.
const OURS: Record<Language, { row: string; reason: string }> = {
  en: { row: 'Row in the file', reason: 'Why it was left out' },
  pt: { row: 'Linha no ficheiro', reason: 'Porque ficou de fora' },
};

export function isOurs(column: string): boolean {
  return Object.values(OURS).some(({ row, reason }) => column === row || column === reason);
}

/** True where a file with these columns is our own file of refused rows. */
export function isMended(columns: readonly string[]): boolean {
  return Object.values(OURS).some(
    ({ row, reason }) => columns.includes(row) && columns.includes(reason),
  );
}

const REASONS: Record<Language, Record<RowReason, string>> = {
  en: {
    EMPTY: 'There is no number in this row.',
    NOT_A_NUMBER: 'This is not a phone number.',
    SCIENTIFIC:
      'A spreadsheet has rounded this number; its last digits are lost. Format the column as text and enter it again.',
    TOO_SHORT: 'This number has too few digits.',
    TOO_LONG: 'This number has too many digits.',
    NOT_MOBILE: 'This is not a mobile number, so it receives no SMS.',
    UNKNOWN_COUNTRY: 'No country has this calling code.',
    INVALID: 'There is no such number in its country.',
    DUPLICATE: 'This number stands in an earlier row.',
    BAD_EMAIL: 'This is not an e-mail address. Correct it or leave it empty.',
    NAME_TOO_LONG: 'A name has more than 80 characters. Shorten it.',
    ATTRIBUTE_TOO_LONG: 'A value has more than 500 characters. Shorten it.',
  },
  pt: {
    EMPTY: 'Esta linha não tem número.',
    NOT_A_NUMBER: 'Isto não é um número de telefone.',
    SCIENTIFIC:
      'Uma folha de cálculo arredondou este número e os últimos algarismos perderam-se. Formate a coluna como texto e escreva-o novamente.',
    TOO_SHORT: 'Este número tem algarismos a menos.',
    TOO_LONG: 'Este número tem algarismos a mais.',
    NOT_MOBILE: 'Este número não é de telemóvel, por isso não recebe SMS.',
    UNKNOWN_COUNTRY: 'Nenhum país tem este indicativo.',
    INVALID: 'Não existe este número no seu país.',
    DUPLICATE: 'Este número já está numa linha anterior.',
    BAD_EMAIL: 'Isto não é um endereço de e-mail. Corrija-o ou deixe-o vazio.',
    NAME_TOO_LONG: 'Um nome tem mais de 80 caracteres. Encurte-o.',
    ATTRIBUTE_TOO_LONG: 'Um valor tem mais de 500 caracteres. Encurte-o.',
  },
};

/** The first line of a file of refused rows: the columns as they were, then ours. */
export function importRefusedHeader(columns: readonly string[], language: Language): string {
  return (
    CSV_START +
    csvLine([
      ...columns.filter((column) => !isOurs(column)),
      OURS[language].row,
      OURS[language].reason,
    ])
  );
}

/** A refused row, as it stands in the file. */
export function importRefusedLine(
  row: { rowNo: number; cells: readonly string[]; reason: string },
  columns: readonly string[],
  language: Language,
): string {
  const words: Record<string, string> = REASONS[language];
  const own = columns.flatMap((column, at) => (isOurs(column) ? [] : [row.cells[at] ?? '']));
  return csvLine([...own, String(row.rowNo), words[row.reason] ?? row.reason]);
}
