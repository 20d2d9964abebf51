import type { TFunction } from 'i18next';
import * as z from 'zod/mini';
import { isDayTime, secondsInZone } from '../../../../contract/shared/dates.ts';
import { atMost } from '../../../ui/fields/rules.ts';

/** The message fields of a campaign. */
export type MessageForm = {
  campaignName: string;
  senderId: string;
  text: string;
  replaceLookalikes: boolean;
  when: 'now' | 'later';
  /** As a date field has it, in the client's zone. */
  at: string;
};

/**
 * Builds the validation rules of the fields.
 * @param nameNeeded where the campaign cannot take its name from its text
 * @param unknownIn says what is wrong with the placeholders of a text, if anything
 */
export function messageRules(
  t: TFunction,
  {
    timezone,
    nameNeeded,
    unknownIn,
  }: { timezone: string; nameNeeded: boolean; unknownIn(text: string): string | undefined },
) {
  return z
    .object({
      campaignName: z
        .string()
        .check(z.trim(), z.minLength(nameNeeded ? 1 : 0, t('fromFile.nameMissing')), atMost(100)),
      senderId: z.string().check(z.minLength(1, t('fromFile.senderMissing'))),
      text: z.string().check(
        z.maxLength(10_000, t('fromFile.textLong')),
        z.refine((text) => text.trim() !== '', { error: t('fromFile.textMissing'), abort: true }),
        z.refine((text) => unknownIn(text) === undefined, {
          error: ({ input }) => unknownIn(String(input)) ?? '',
        }),
      ),
      replaceLookalikes: z.boolean(),
      when: z.enum(['now', 'later']),
      at: z.string(),
    })
    .check(
      z.refine(({ when, at }) => when === 'now' || at !== '', {
        error: t('fromFile.dateMissing'),
        path: ['at'],
        abort: true,
      }),
      z.refine(({ when, at }) => when === 'now' || isDayTime(at), {
        error: t('time.momentWrong'),
        path: ['at'],
        abort: true,
      }),
      z.refine(
        ({ when, at }) => when === 'now' || secondsInZone(at, timezone) > Date.now() / 1000,
        { error: t('fromFile.datePast'), path: ['at'] },
      ),
    );
}

/** When a form's campaign is to go, as the server takes it. */
export function scheduleOf(
  { when, at }: Pick<MessageForm, 'when' | 'at'>,
  timezone: string,
): number | null {
  return when === 'later' ? secondsInZone(at, timezone) : null;
}
