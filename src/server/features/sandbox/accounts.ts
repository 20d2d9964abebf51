import type { Role } from '../../../contract/shared/roles.ts';

/** The accounts of a sandbox, which are public: who can sign in, and how. */
export const SANDBOX_PASSWORD = 'Sandbox-2026';

export type SandboxAccount = {
  name: string;
  email: string;
  accessLevel: Role;
  under: string | null;
  phone: string;
  units: boolean;
};

const account = (
  name: string,
  accessLevel: Role,
  under: string | null,
  phone: string,
  units = true,
): SandboxAccount => ({ name, email: `${name}@sandbox.test`, accessLevel, under, phone, units });

/** One active account for each role, parents first; an approver sends nothing and has no units. */
export const SANDBOX_ACCOUNTS: readonly SandboxAccount[] = [
  account('administrator', 'ADMINISTRATOR', null, '+254700000001'),
  account('reseller', 'RESELLER', 'administrator', '+254700000002'),
  account('client', 'CLIENT', 'reseller', '+254700000003'),
  account('company', 'COMPANY', 'administrator', '+254700000004'),
  account('ebu-client', 'EBU_CLIENT', 'administrator', '+254700000005'),
  account('ebu-approver', 'EBU_APPROVER', 'administrator', '+254700000006', false),
  account('it-support', 'IT_SUPPORT', 'administrator', '+254700000007'),
  account('bd-client', 'BD_CLIENT', 'administrator', '+254700000008'),
];
