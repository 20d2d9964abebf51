/** The form of inviting or creating an account, and its checks. */
import type { TFunction } from 'i18next';
import * as z from 'zod/mini';
import { ACCOUNT_TYPES, LANGUAGES, MAY_CREATE } from '../../../contract/api/client-fields.ts';
import { ROLES, type Role } from '../../../contract/shared/roles.ts';
import type { Picked } from '../../parts/clients/ClientPicker.tsx';
import { phoneFits } from '../../ui/fields/rules.ts';
import { detailRules } from './detailRules.ts';

export type Kind = 'invite' | 'create';
export type Form = {
  accessLevel: Role;
  parentId: Picked | null;
  accountType: (typeof ACCOUNT_TYPES)[number];
  companyName: string;
  firstName: string;
  lastName: string;
  email: string;
  country: string;
  phone: string;
  language: (typeof LANGUAGES)[number];
};
export function rulesOf(kind: Kind, t: TFunction) {
  const { optional, filled, email, country } = detailRules(t);
  const text = (most: number, missing: string) =>
    kind === 'create' ? filled(missing, most) : optional(most);
  return z
    .object({
      accessLevel: z.enum(ROLES),
      parentId: z.any(),
      accountType: z.enum(ACCOUNT_TYPES),
      companyName: optional(120),
      firstName: text(80, t('clients.missing.firstName')),
      lastName: text(80, t('clients.missing.lastName')),
      email,
      country,
      phone: text(40, t('clients.missing.phone')),
      language: z.enum(LANGUAGES),
    })
    .check(
      z.refine(
        ({ accountType, companyName }) =>
          kind === 'invite' || accountType !== 'COMPANY' || companyName.trim() !== '',
        { error: t('clients.missing.companyName'), path: ['companyName'] },
      ),
      z.refine(({ accessLevel, parentId }) => fitsParent(accessLevel, parentId), {
        error: ({ input }) => t('clients.parentWrong', { name: nameOf(input) }),
        path: ['parentId'],
      }),
      phoneFits(t),
    );
}

const isPicked = (value: unknown): value is Picked =>
  typeof value === 'object' && value !== null && 'accessLevel' in value;
const fitsParent = (level: string, parent: unknown) =>
  !isPicked(parent) || MAY_CREATE[parent.accessLevel].some((each) => each === level);
function nameOf(input: unknown): string {
  const parent: unknown =
    typeof input === 'object' && input !== null && 'parentId' in input ? input.parentId : null;
  return isPicked(parent) ? parent.clientName : '';
}
