// Ids and a time that the examples share.
import type { Endpoint } from '../../endpoint.ts';
import type { Story } from '../story.ts';

export const MESSAGE = '0199f0c2-4b1e-7d3a-9c55-2f6a7b8c9d0e';
export const CAMPAIGN = '0199f0c5-91aa-7e0c-8d44-6b5a4c3d2e1f';
export const CONTACT = '0199f0c7-3c5d-7f10-b1a2-9e8d7c6b5a49';
export const GROUP = '0199f0c7-1a2b-7c3d-8e4f-5a6b7c8d9e0f';
export const INCOMING = '0199f0c3-7d20-7a11-9b3c-1d2e3f4a5b6c';
export const TEMPLATE = '0199f0c8-5e6f-7a10-8b2c-3d4e5f6a7b8c';
export const SENDER = '0199f0c9-6f70-7b21-9c3d-4e5f6a7b8c9d';
export const TRANSACTION = '0199f0ca-7081-7c32-ad4e-5f6a7b8c9d0e';
export const VERIFICATION = '0199f0cb-8192-7d43-be5f-60718293a4b5';
export const CLIENT = '0199aa00-0000-7000-8000-000000000001';
export const AT = 1_790_000_000;

export type Stories<G extends Record<string, Endpoint>> = {
  readonly [K in keyof G]: Story<G[K]> & { readonly operationId: string };
};
