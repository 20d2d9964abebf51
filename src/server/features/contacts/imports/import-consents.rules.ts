/** The consent that a row of a file states, in columns of its own. */
import { CONSENT_SOURCES } from '../../../../contract/api/consents.ts';
import type { ConsentRecord } from '../../../../contract/api/consents.ts';
import type { Consent } from '../../../../contract/api/contacts.ts';
import { isDay } from '../../../../contract/shared/dates.ts';

/** Why a consent is left out, though the number is taken in. */
export const CONSENT_REASONS = ['BAD_CONSENT', 'BAD_CONSENT_DATE', 'NO_CONSENT_WORDING'] as const;
export type ConsentReason = (typeof CONSENT_REASONS)[number];

/** Null: the person did not agree. */
export type StatedConsent = {
  source: ConsentRecord['source'];
  wording: string;
  /** The file's own word for the way, where it is none of those that are known. */
  evidence: string;
  /** Null where the file has no column of days: the day of the import. */
  givenAt: Date | null;
} | null;

export type ConsentCells = {
  consent: string;
  /** Undefined where no column has it. */
  date: string | undefined;
  wording: string;
  source: string;
};

const YES = /^(yes|y|true|1|x|sim|s|ndiyo|ndio|oui|o)$/i;
const NO = /^(no|n|false|0|n[aã]o|hapana|non)$/i;
const MOST_WORDING = 1000;
const MOST_EVIDENCE = 400;

const WAYS: readonly (readonly [source: ConsentRecord['source'], words: RegExp])[] = [
  ['WEBSITE', /^(web|website|web ?site|web ?form|site|s[ií]tio|tovuti)$/i],
  ['APP', /^(app|application|aplica[cç][aã]o|programu)$/i],
  ['PAPER', /^(paper|form|papel|formul[aá]rio|karatasi|fomu)$/i],
  ['CALL', /^(call|phone|phone call|telephone|chamada|telefone|simu)$/i],
  ['SMS', /^(sms|text|message|mensagem|ujumbe)$/i],
  ['IN_PERSON', /^(in person|shop|store|branch|pessoalmente|loja|dukani|ana kwa ana)$/i],
];

/**
 * Reads the consent of a row. An empty cell says nothing.
 * @param usual the wording and day of the whole import, where a row has none of its own
 */
export function readConsent(
  cells: ConsentCells,
  usual: Pick<Consent, 'what' | 'timestamp'> | null,
  now: Date,
): StatedConsent | ConsentReason | undefined {
  if (cells.consent === '') return undefined;
  if (NO.test(cells.consent)) return null;
  if (!YES.test(cells.consent)) return 'BAD_CONSENT';
  const wording = cells.wording || usual?.what;
  if (!wording) return 'NO_CONSENT_WORDING';
  const givenAt =
    cells.date === undefined
      ? usual?.timestamp == null
        ? null
        : new Date(usual.timestamp * 1000)
      : readDay(cells.date);
  if (givenAt === undefined || (givenAt && givenAt > now)) return 'BAD_CONSENT_DATE';
  const source = sourceOf(cells.source);
  return {
    source,
    wording: wording.slice(0, MOST_WORDING),
    evidence: source === 'OTHER' ? cells.source.slice(0, MOST_EVIDENCE) : '',
    givenAt,
  };
}

function sourceOf(written: string): ConsentRecord['source'] {
  const code = written.toUpperCase().replace(/[ -]/g, '_');
  return (
    CONSENT_SOURCES.find((source) => source === code) ??
    WAYS.find(([, words]) => words.test(written))?.[0] ??
    'OTHER'
  );
}

/** A day as spreadsheets and people here write it: 2026-11-27 with or without a time, or 27/11/2026. */
function readDay(written: string): Date | undefined {
  const iso = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::\d\d)?(?:\.\d+)?(?:Z|\+00:?00)?)?$/.exec(
    written,
  );
  const local = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(written);
  const day =
    iso?.[1] ??
    (local && `${local[3]}-${local[2]!.padStart(2, '0')}-${local[1]!.padStart(2, '0')}`);
  if (!day || !isDay(day)) return undefined;
  const at = new Date(`${day}T${iso?.[2] ?? '00:00'}Z`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}
