import type { TFunction } from 'i18next';
import * as z from 'zod/mini';
import { PASSWORD_LENGTH } from '../../contract/api/client-fields.ts';
import { email } from '../../contract/endpoint.ts';

/** Some text, without blanks around it. */
export const filled = (message: string, most = 120) =>
  z.string().check(z.trim(), z.minLength(1, message), z.maxLength(most));

/** Text, without blanks around it, that a schema of the contract accepts; or none where it may be left out. */
export const fits = (schema: z.ZodMiniType, message: string, isOptional = false) =>
  z.string().check(
    z.trim(),
    z.refine((written) => (isOptional && written === '') || schema.safeParse(written).success, {
      error: message,
    }),
  );

/** Rules of the fields about a person, each with its error message. */
export function personRules(t: TFunction) {
  return {
    filled,
    firstName: filled(t('fields.missing.firstName'), 80),
    lastName: filled(t('fields.missing.lastName'), 80),
    phone: filled(t('fields.missing.phone'), 40),
    country: z.string().check(z.minLength(1, t('fields.missing.country'))),
    email: z.string().check(
      z.trim(),
      z.refine((written) => written !== '', { error: t('fields.missing.email'), abort: true }),
      z.refine((written) => z.safeParse(email, written).success, {
        error: t('fields.wrong.email'),
      }),
    ),
    password: z.string().check(
      z.refine((written) => written !== '', { error: t('fields.missing.password'), abort: true }),
      z.minLength(
        PASSWORD_LENGTH.least,
        t('fields.wrong.passwordShort', { least: PASSWORD_LENGTH.least }),
      ),
      z.maxLength(
        PASSWORD_LENGTH.most,
        t('fields.wrong.passwordLong', { most: PASSWORD_LENGTH.most }),
      ),
    ),
  };
}
