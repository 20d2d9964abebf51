/** The form of a new API key, and its checks. */
import type { TFunction } from 'i18next';
import * as z from 'zod/mini';
import { ipRange } from '../../../../contract/api/api-keys.ts';
import { API_KEY_SCOPES, type ApiKeyScope } from '../../../../contract/shared/key-scopes.ts';
import { atMost } from '../../../ui/fields/rules.ts';

export type Form = { name: string; kind: 'test' | 'live'; scopes: ApiKeyScope[]; ipList: string };
export const KINDS = ['test', 'live'] as const;

export const rangesOf = (text: string) => text.split(/[\s,]+/).filter((each) => each !== '');
const wrongRange = (text: string) =>
  rangesOf(text).find((each) => !z.safeParse(ipRange, each).success);

export function rulesOf(t: TFunction) {
  return z.object({
    name: z.string().check(z.trim(), z.minLength(1, t('settings.keys.nameMissing')), atMost(60)),
    kind: z.enum(KINDS),
    scopes: z.array(z.enum(API_KEY_SCOPES)).check(z.minLength(1, t('settings.keys.scopesMissing'))),
    ipList: z.string().check(
      z.refine((text) => wrongRange(text) === undefined, {
        error: ({ input }) =>
          t('settings.keys.ipListWrong', { value: wrongRange(String(input)) ?? '' }),
      }),
      z.refine((text) => rangesOf(text).length <= 50, { error: t('settings.keys.ipListMany') }),
    ),
  });
}
