import type { Role } from '../../../contract/shared/roles.ts';

/** The accounts of a sandbox, which are public: who can sign in, and how. */
export const SANDBOX_PASSWORD = 'Sandbox-2026';

export type SandboxAccount = {
  /** The first part of its address. */
  name: string;
  firstName: string;
  lastName: string;
  /** Null for an account of a person. */
  companyName: string | null;
  email: string;
  accessLevel: Role;
  under: string | null;
  phone: string;
  units: boolean;
};

type Owner = [firstName: string, lastName: string, companyName?: string];

const account = (
  name: string,
  accessLevel: Role,
  [firstName, lastName, companyName]: Owner,
  phone: string,
  under: string | null = 'administrator',
  units = true,
): SandboxAccount => ({
  name,
  firstName,
  lastName,
  companyName: companyName ?? null,
  email: `${name}@sandbox.test`,
  accessLevel,
  under,
  phone,
  units,
});

/**
 * One active account for each role, parents first; an approver sends nothing and has no units. Their
 * phones end above 20: the simulators give lower endings failures of their own.
 */
export const SANDBOX_ACCOUNTS: readonly SandboxAccount[] = [
  account('administrator', 'ADMINISTRATOR', ['Peter', 'Kamau'], '+254700000021', null),
  account('reseller', 'RESELLER', ['Halima', 'Said', 'Pwani Bulk SMS'], '+254700000022'),
  account('client', 'CLIENT', ['Amina', 'Otieno'], '+254700000023', 'reseller'),
  account('company', 'COMPANY', ['Joseph', 'Mwangi', 'Kilimo Traders'], '+254700000024'),
  account('ebu-client', 'EBU_CLIENT', ['Ruth', 'Njoroge', 'Umoja Insurance'], '+254700000025'),
  account(
    'ebu-approver',
    'EBU_APPROVER',
    ['Grace', 'Wanjiru'],
    '+254700000026',
    'administrator',
    false,
  ),
  account('it-support', 'IT_SUPPORT', ['Daniel', 'Kiprop'], '+254700000027'),
  account('bd-client', 'BD_CLIENT', ['Faith', 'Achieng'], '+254700000028'),
];
