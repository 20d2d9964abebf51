import { CSV_START, csvLine } from '../../../contract/shared/csv.ts';
import type { PhoneReason } from '../../../contract/shared/phone.ts';
import type { Language } from '../../infra/words.ts';
import type { LeftOut, RefusedRow } from './prepare.rules.ts';

type Reason = PhoneReason | LeftOut;

const WORDS: Record<Language, Record<Reason | 'ROW' | 'VALUE' | 'REASON', string>> = {
  en: {
    ROW: 'Row',
    VALUE: 'Value',
    REASON: 'Reason',
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
    OPTED_OUT: 'This person asked not to receive your messages.',
    BLOCKED: 'Nobody may send to this number.',
    NO_RATE: 'There is no rate for this country.',
    EMPTY_TEXT: 'The message for this row has no text.',
    TEXT_TOO_LONG: 'The message for this row is too long.',
    NO_VALUE: 'The text asks for #{name}#, and nothing is known for this person.',
  },
  pt: {
    ROW: 'Linha',
    VALUE: 'Valor',
    REASON: 'Motivo',
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
    OPTED_OUT: 'Esta pessoa pediu para não receber as suas mensagens.',
    BLOCKED: 'Ninguém pode enviar para este número.',
    NO_RATE: 'Não há tarifa para este país.',
    EMPTY_TEXT: 'A mensagem desta linha não tem texto.',
    TEXT_TOO_LONG: 'A mensagem desta linha é demasiado longa.',
    NO_VALUE: 'O texto pede #{name}# e nada se sabe para esta pessoa.',
  },
};

/** The file's first line, with the mark by which spreadsheets know UTF-8. */
export function refusedHeader(language: Language): string {
  const { ROW, VALUE, REASON } = WORDS[language];
  return CSV_START + csvLine([ROW, VALUE, REASON]);
}

/** One refused row as a line of the file. */
export function refusedLine({ rowNo, value, reason }: RefusedRow, language: Language): string {
  const words: Record<string, string> = WORDS[language];
  // A reason may name what it is about, after a colon.
  const [code = '', name = ''] = reason.split(':', 2);
  return csvLine([String(rowNo), value, words[code]?.replace('{name}', name) ?? reason]);
}
