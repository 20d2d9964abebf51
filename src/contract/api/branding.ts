import * as z from 'zod/mini';
import {
  done,
  email,
  endpoint,
  id,
  nothing,
  phone,
  PORTAL,
  timestamp,
  singleLine,
} from '../endpoint.ts';

export const THEME_NAMES = [
  'default',
  'amber',
  'amethyst',
  'emarald',
  'ruby',
  'sapphire',
  'cobalt',
] as const;

/** A host name as browsers write it: letters, digits, hyphens and dots, no port. */
export const hostName = z
  .string()
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(253),
    z.regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/),
  );

const brandDetails = z.object({
  brandName: z.string(),
  /** A path relative to the origin. */
  brandLogoPath: z.nullable(z.string()),
  supportEmail: z.nullable(z.string()),
  supportPhone: z.nullable(z.string()),
});
const uiPrefs = z.object({ themeName: z.enum(THEME_NAMES) });

export const HOST_STATES = ['PROPOSED', 'IN_FORCE', 'PROOF_MISSING', 'REFUSED', 'EXPIRED'] as const;

/** A host as its owner sees it. Users see the brand at hosts that are IN_FORCE or PROOF_MISSING. */
export const brandHost = z.object({
  host: z.string(),
  state: z.enum(HOST_STATES),
  /** The TXT record that proves the host; null if an administrator released it. */
  record: z.nullable(z.object({ name: z.string(), value: z.string() })),
  checkedTimestamp: z.nullable(timestamp),
  checkResult: z.nullable(z.enum(['NOT_FOUND', 'OTHER_VALUE', 'NO_ANSWER', 'TAKEN'])),
  /** The end of a pending proposal, or of a host whose record is missing. */
  expiryTimestamp: z.nullable(timestamp),
  /** The administrator's reason for refusing it. */
  reason: z.nullable(z.string()),
});
export type BrandHost = z.output<typeof brandHost>;

/** A client's brand as its owner edits it. `hosts` are those in force. */
export const brand = z.object({
  ...brandDetails.shape,
  clientId: id,
  themeName: z.enum(THEME_NAMES),
  hosts: z.array(z.string()),
  hostStates: z.array(brandHost),
});
export type Brand = z.output<typeof brand>;

/** The client; the caller's own without it. */
const whose = { clientId: z.optional(id) };

export const branding = {
  host: endpoint({
    method: 'GET',
    path: '/v1/hostbranding',
    who: 'public',
    summary: 'Branding of this host',
    input: nothing,
    output: z.object({
      hostBrandFound: z.boolean(),
      clientBrandDetails: z.nullable(brandDetails),
      uiPrefs: z.nullable(uiPrefs),
      /**
       * False on a branded host whose name lacks the platform's brand word: there only EBU roles
       * see the API documentation.
       */
      apiDocumentationShown: z.boolean(),
    }),
  }),
  logo: endpoint({
    method: 'GET',
    path: '/v1/hostbranding/logo/:pictureId',
    who: 'public',
    download: true,
    summary: "A brand's logo, WebP",
    input: z.object({ pictureId: id }),
    output: z.object({}),
  }),
  get: endpoint({
    method: 'GET',
    path: `${PORTAL}/branding`,
    who: 'branding',
    summary: 'A brand and its hosts',
    input: z.object(whose),
    output: z.nullable(brand),
  }),
  update: endpoint({
    method: 'PUT',
    path: `${PORTAL}/branding`,
    who: 'branding',
    summary: "Set a brand's name, theme and support contacts",
    input: z.object({
      ...whose,
      brandName: singleLine(60),
      themeName: z.enum(THEME_NAMES),
      supportEmail: z.optional(z.nullable(email)),
      supportPhone: z.optional(z.nullable(phone)),
    }),
    output: brand,
  }),
  addHost: endpoint({
    method: 'POST',
    path: `${PORTAL}/branding/hosts`,
    who: 'branding',
    summary: 'Propose a host for the brand; proof of its domain or an administrator activates it',
    input: z.object({ ...whose, host: hostName }),
    output: brand,
  }),
  removeHost: endpoint({
    method: 'DELETE',
    path: `${PORTAL}/branding/hosts/:host`,
    who: 'branding',
    summary: 'Remove a host or its proposal from the brand',
    input: z.object({ ...whose, host: hostName }),
    output: brand,
  }),
  uploadLogo: endpoint({
    method: 'POST',
    path: `${PORTAL}/branding/:clientId/logo`,
    who: 'branding',
    upload: true,
    summary: "Set a brand's logo: PNG, JPEG or WebP, at most 5 MB",
    input: z.object({ clientId: id }),
    output: brand,
  }),
  removeLogo: endpoint({
    method: 'DELETE',
    path: `${PORTAL}/branding/:clientId/logo`,
    who: 'branding',
    summary: "Remove a brand's logo",
    input: z.object({ clientId: id }),
    output: done,
  }),
};
