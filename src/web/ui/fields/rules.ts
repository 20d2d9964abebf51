import i18next, { type TFunction } from 'i18next';
import * as z from 'zod/mini';
import { ACCOUNT_TYPES, PASSWORD_LENGTH } from '../../../contract/api/client-fields.ts';
import { email } from '../../../contract/shared/fields.ts';
import { hasPhoneShape } from './phoneShape.ts';

/** At most so many characters, in the words in which the field counts them while somebody types. */
export const atMost = (most: number) =>
  z.maxLength(most, {
    error: ({ input }) => {
      const written = (value: number) => value.toLocaleString(i18next.language);
      return i18next.t('fields.tooLong', {
        most: written(most),
        value: written(String(input).length),
      });
    },
  });

/** Some text, without blanks around it. */
export const filled = (message: string, most = 120) =>
  z.string().check(z.trim(), z.minLength(1, message), atMost(most));

/** Text, without blanks around it, that a schema of the contract accepts; or none where it may be left out. */
export const fits = (schema: z.ZodMiniType, message: string, isOptional = false) =>
  z.string().check(
    z.trim(),
    z.refine((written) => (isOptional && written === '') || schema.safeParse(written).success, {
      error: message,
    }),
  );

/** Fields about the owner of an account, whose rules lie between them. */
export const ownerRules = {
  accountType: z.enum(ACCOUNT_TYPES),
  companyName: z.string().check(z.trim(), atMost(120)),
};

export const companyNamed = (t: TFunction) =>
  z.refine<{ accountType: string; companyName: string }>(
    ({ accountType, companyName }) => accountType !== 'COMPANY' || companyName.trim() !== '',
    { error: t('fields.missing.companyName'), path: ['companyName'] },
  );

/** Left to the rule for an empty field where there is nothing written. */
export const phoneFits = (t: TFunction) =>
  z.refine<{ phone: string; country: string }>(
    ({ phone, country }) => phone.trim() === '' || hasPhoneShape(phone, country),
    { error: t('fields.wrong.phone'), path: ['phone'] },
  );

/**
 * Rules of the fields about a person, each with its error message. None aborts: a rule that does
 * hides the rules between fields until the next attempt.
 */
export function personRules(t: TFunction) {
  return {
    filled,
    firstName: filled(t('fields.missing.firstName'), 80),
    lastName: filled(t('fields.missing.lastName'), 80),
    phone: filled(t('fields.missing.phone'), 40),
    country: z.string().check(z.minLength(1, t('fields.missing.country'))),
    email: z.string().check(
      z.trim(),
      z.refine((written) => written !== '', { error: t('fields.missing.email') }),
      z.refine((written) => written === '' || z.safeParse(email, written).success, {
        error: t('fields.wrong.email'),
      }),
    ),
    password: z.string().check(
      z.refine((written) => written !== '', { error: t('fields.missing.password') }),
      z.refine((written) => written === '' || written.length >= PASSWORD_LENGTH.least, {
        error: t('fields.wrong.passwordShort', { least: PASSWORD_LENGTH.least }),
      }),
      z.maxLength(
        PASSWORD_LENGTH.most,
        t('fields.wrong.passwordLong', { most: PASSWORD_LENGTH.most }),
      ),
    ),
  };
}
