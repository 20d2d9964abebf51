import type { TFunction } from 'i18next';
import * as z from 'zod/mini';
import {
  MOST_STEP_UP_UNITS,
  type PlatformSettings,
} from '../../../../contract/api/platform-settings.ts';
import { screenLanguage } from '../../../i18n/i18n.ts';
import type { Picked } from '../../../parts/clients/ClientPicker.tsx';
import { plainNumber } from '../../../ui/fields/plainNumber.ts';

/** The settings as people write them. */
export type PlatformForm = {
  words: string;
  links: boolean;
  mostRecipients: string;
  consentDemanded: boolean;
  numbersPerText: string;
  messagesPerDay: string;
  tooLateMinutes: string;
  registrationDays: string;
  stepUpUnits: string;
  secondApprovalAmount: string;
  inbox: Picked | null;
};

const plainOf = (text: string) => plainNumber(text, screenLanguage());
const wholeIn = (text: string) => (/^\d+$/.test(plainOf(text)) ? Number(plainOf(text)) : NaN);
const figureIn = (text: string, digits: number) => {
  const plain = plainOf(text);
  return /^\d+(\.\d{1,4})?$/.test(plain) && plain.split('.')[0]!.length <= digits
    ? Number(plain)
    : NaN;
};
const unitsIn = (text: string) => figureIn(text, 10);
const amountIn = (text: string) => figureIn(text, 9);
/** A figure as it stands in its field: `10,000.5`, in Portuguese `10.000,5`. */
const writtenOf = (value: number) =>
  new Intl.NumberFormat(screenLanguage(), {
    useGrouping: 'always',
    maximumFractionDigits: 4,
  }).format(value);
const optional = (text: string, read: (text: string) => number) =>
  text.trim() === '' ? null : read(text);

/** @param amount of units above which a second administrator is needed; null is none */
export function valuesOf(settings: PlatformSettings, amount: number | null): PlatformForm {
  const { contentRules, approvalLimits, tooLateMinutes, stepUpUnits, inbox } = settings;
  return {
    words: contentRules.words.join('\n'),
    links: contentRules.links,
    mostRecipients: contentRules.mostRecipients === null ? '' : String(contentRules.mostRecipients),
    consentDemanded: settings.consentDemanded,
    numbersPerText: String(approvalLimits.numbersPerText),
    messagesPerDay: String(approvalLimits.messagesPerDay),
    tooLateMinutes: String(tooLateMinutes),
    registrationDays: String(settings.registrationDays),
    inbox,
    stepUpUnits: writtenOf(stepUpUnits),
    secondApprovalAmount: amount === null ? '' : writtenOf(amount),
  };
}

export function rulesOf(t: TFunction) {
  const fits = (isRight: (text: string) => boolean, error: string) =>
    z.string().check(z.refine(isRight, { error }));
  const isWithin = (value: number | null, least: number, most: number) =>
    value === null || (value >= least && value <= most);
  return z.object({
    words: z.string(),
    links: z.boolean(),
    mostRecipients: fits(
      (text) => isWithin(optional(text, wholeIn), 1, 100_000_000),
      t('platform.sizeWrong'),
    ),
    consentDemanded: z.boolean(),
    numbersPerText: fits(
      (text) => isWithin(wholeIn(text), 0, 1_000_000),
      t('platform.approvalLimitWrong'),
    ),
    messagesPerDay: fits(
      (text) => isWithin(wholeIn(text), 0, 1_000_000),
      t('platform.approvalLimitWrong'),
    ),
    tooLateMinutes: fits((text) => isWithin(wholeIn(text), 1, 10_080), t('platform.lateWrong')),
    registrationDays: fits(
      (text) => isWithin(wholeIn(text), 1, 365),
      t('platform.registrationDaysWrong'),
    ),
    stepUpUnits: fits(
      (text) => isWithin(unitsIn(text), 0, MOST_STEP_UP_UNITS),
      t('platform.stepUpUnitsWrong'),
    ),
    secondApprovalAmount: fits(
      (text) => !Number.isNaN(optional(text, amountIn)),
      t('secondApproval.amountWrong'),
    ),
    inbox: z.custom<Picked | null>(),
  });
}

/**
 * The calls that a save takes: each only where its part differs from the present state, so that
 * nobody confirms their identity, or asks a second administrator, for what stays as it was.
 */
export function changesOf(form: PlatformForm, settings: PlatformSettings, amount: number | null) {
  const { contentRules, inbox } = settings;
  const words = form.words
    .split('\n')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  const given = {
    contentRules: {
      words,
      links: form.links,
      mostRecipients: optional(form.mostRecipients, wholeIn),
    },
    consentDemanded: form.consentDemanded,
    approvalLimits: {
      numbersPerText: wholeIn(form.numbersPerText),
      messagesPerDay: wholeIn(form.messagesPerDay),
    },
    tooLateMinutes: wholeIn(form.tooLateMinutes),
    registrationDays: wholeIn(form.registrationDays),
    stepUpUnits: unitsIn(form.stepUpUnits),
    inboxClientId: form.inbox?.clientId ?? null,
  };
  const present = { ...settings, contentRules, inboxClientId: inbox?.clientId ?? null };
  const changed = (Object.keys(given) as (keyof typeof given)[]).filter(
    (name) => JSON.stringify(given[name]) !== JSON.stringify(present[name]),
  );
  const second = optional(form.secondApprovalAmount, amountIn);
  return {
    settings:
      changed.length === 0
        ? undefined
        : (Object.fromEntries(changed.map((name) => [name, given[name]])) as Partial<typeof given>),
    amount: second === amount ? undefined : { amount: second },
  };
}
