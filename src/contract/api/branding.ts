// Brands of accounts, and the brand that a host shows.
import * as z from 'zod/mini';
import { done, endpoint, id, nothing, phone, PORTAL, timestamp } from '../endpoint.ts';
import { email, hostName, singleLine } from '../shared/fields.ts';

export const THEME_NAMES = [
  'default',
  'amber',
  'amethyst',
  'emarald',
  'ruby',
  'sapphire',
  'cobalt',
] as const;

/** The bar and the menu: white, tinted with the accent, or a dark menu. */
export const CHROMES = ['WHITE', 'TINTED', 'DARK'] as const;
/** Pixels of the corners of controls. */
export const CORNERS = [4, 8, 12] as const;
/** Drawings beside the sign-in form. */
export const PATTERNS = ['MESSAGES', 'WAVES', 'RINGS', 'DOTS', 'PLAIN'] as const;
/** Pictures of a brand beside its logo: the logo for dark grounds, the tab's icon, the sign-in picture. */
export const BRAND_PICTURES = ['LOGO_DARK', 'FAVICON', 'SIGN_IN'] as const;
export type BrandPicture = (typeof BRAND_PICTURES)[number];

/** A colour as #RRGGBB, in small letters. */
const colour = z.string().check(z.toLowerCase(), z.regex(/^#[0-9a-f]{6}$/));

const brandDetails = z.object({
  brandName: z.string(),
  /** A path relative to the origin. */
  brandLogoPath: z.nullable(z.string()),
  supportEmail: z.nullable(z.string()),
  supportPhone: z.nullable(z.string()),
});
/** The pictures' paths, relative to the origin. */
const pictures = {
  brandLogoDarkPath: z.nullable(z.string()),
  faviconPath: z.nullable(z.string()),
  signInPicturePath: z.nullable(z.string()),
};
/** The look beside the theme; `accentColour` is a colour of the brand's own in its place. */
const style = {
  accentColour: z.nullable(colour),
  chrome: z.enum(CHROMES),
  corners: z.literal(CORNERS),
  pattern: z.enum(PATTERNS),
};
const uiPrefs = z.object({ themeName: z.enum(THEME_NAMES), ...z.partial(z.object(style)).shape });

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
  ...pictures,
  ...style,
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
      clientBrandDetails: z.nullable(
        z.object({ ...brandDetails.shape, ...z.partial(z.object(pictures)).shape }),
      ),
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
  picture: endpoint({
    method: 'GET',
    path: '/v1/hostbranding/picture/:pictureId',
    who: 'public',
    download: true,
    summary: "A brand's icon, sign-in picture or logo for dark grounds, WebP",
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
    summary: "Set a brand's name, look and support contacts",
    input: z.object({
      ...whose,
      brandName: singleLine(60),
      themeName: z.enum(THEME_NAMES),
      supportEmail: z.optional(z.nullable(email)),
      supportPhone: z.optional(z.nullable(phone)),
      /** A field that is left out stays as it is. */
      ...z.partial(z.object(style)).shape,
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
  uploadPicture: endpoint({
    method: 'POST',
    path: `${PORTAL}/branding/:clientId/pictures/:picture`,
    who: 'branding',
    upload: true,
    summary: 'Set a picture of a brand: PNG, JPEG or WebP, at most 5 MB',
    input: z.object({ clientId: id, picture: z.enum(BRAND_PICTURES) }),
    output: brand,
  }),
  removePicture: endpoint({
    method: 'DELETE',
    path: `${PORTAL}/branding/:clientId/pictures/:picture`,
    who: 'branding',
    summary: 'Remove a picture of a brand',
    input: z.object({ clientId: id, picture: z.enum(BRAND_PICTURES) }),
    output: done,
  }),
};
