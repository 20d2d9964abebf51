// The form of a rule for sender IDs: its values, their checks, and the rule that they make.
import type { TFunction } from 'i18next';
import * as z from 'zod/mini';
import { INITIAL_SOURCE } from '../../../contract/api/sender-rules.ts';
import { senderRule, type SenderRule } from '../../../contract/api/sender-rules.ts';
import { filled, fits } from '../../ui/fields/rules.ts';

const FIGURES = ['shortest', 'longest', 'daysLeast', 'daysMost'] as const;
type Figure = (typeof FIGURES)[number];
type Kept = 'offered' | 'spaces' | 'symbols' | 'sample' | 'documents' | 'source' | 'checkedOn';
export type RuleForm = Pick<SenderRule, Kept> & Record<Figure | 'fee' | 'currency', string>;

export const valuesOf = (rule: SenderRule): RuleForm => ({
  offered: rule.offered,
  spaces: rule.spaces,
  symbols: rule.symbols,
  sample: rule.sample,
  shortest: String(rule.shortest),
  longest: String(rule.longest),
  documents: rule.documents,
  fee: rule.fee ?? '',
  currency: rule.currency ?? '',
  daysLeast: String(rule.daysLeast),
  daysMost: String(rule.daysMost),
  // The person who saves the rule names its source.
  source: rule.source === INITIAL_SOURCE ? '' : rule.source,
  checkedOn: rule.checkedOn,
});

export function rulesOf(t: TFunction) {
  const { shape } = senderRule;
  const figure = (name: Figure, least: number, most: number) =>
    z.string().check(
      z.trim(),
      z.refine(
        (written) => /^\d{1,3}$/.test(written) && shape[name].safeParse(Number(written)).success,
        { error: t('senders.figureWrong', { least, most }) },
      ),
    );
  return z
    .object({
      offered: z.boolean(),
      spaces: z.boolean(),
      symbols: z.boolean(),
      sample: z.boolean(),
      shortest: figure('shortest', 1, 15),
      longest: figure('longest', 3, 15),
      documents: shape.documents,
      fee: fits(shape.fee, t('senders.feeWrong'), true),
      currency: z.string().check(z.trim(), z.toUpperCase()),
      daysLeast: figure('daysLeast', 0, 200),
      daysMost: figure('daysMost', 0, 200),
      source: filled(t('senders.sourceMissing'), 300),
      checkedOn: fits(shape.checkedOn, t('senders.checkedOnWrong')),
    })
    .check(
      z.refine(({ shortest, longest }) => Number(shortest) <= Number(longest), {
        error: t('senders.largerSecond'),
        path: ['longest'],
      }),
      z.refine(({ daysLeast, daysMost }) => Number(daysLeast) <= Number(daysMost), {
        error: t('senders.largerSecond'),
        path: ['daysMost'],
      }),
      z.refine(({ fee, currency }) => fee === '' || shape.currency.safeParse(currency).success, {
        error: t('senders.currencyWrong'),
        path: ['currency'],
      }),
    );
}

export function ruleOf(rule: SenderRule, form: RuleForm): SenderRule {
  const { fee, currency, ...rest } = form;
  const figures = Object.fromEntries(FIGURES.map((name) => [name, Number(form[name])]));
  return {
    ...rule,
    ...rest,
    ...(figures as Record<Figure, number>),
    ...(fee === '' ? { fee: null, currency: null } : { fee, currency }),
  };
}
