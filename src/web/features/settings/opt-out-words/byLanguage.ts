import { RECEIVER_LANGUAGES } from '../../../../contract/shared/receiver-languages.ts';

/** Rows in the order of the languages, otherwise as they come. */
export const byLanguage = <Row extends { language: (typeof RECEIVER_LANGUAGES)[number] }>(
  rows: readonly Row[],
): Row[] =>
  RECEIVER_LANGUAGES.flatMap((language) => rows.filter((row) => row.language === language));
