import type { Brand, branding } from '../../../../contract/api/branding.ts';
import type { Input } from '../../../../contract/endpoint.ts';
import type { Host, ThemeName } from '../../../api/browser-storage.ts';

/** The form of a brand. Its own colour counts while the theme is `brand`. */
export type BrandForm = Pick<Brand, 'brandName' | 'chrome' | 'corners' | 'pattern'> & {
  themeName: ThemeName;
  accentColour: string;
  supportEmail: string;
  supportPhone: string;
};

/** The colour that a brand's own one begins with. */
const FIRST_COLOUR = '#2f5d8a';

export const isColour = (written: string): boolean => /^#[0-9a-f]{6}$/i.test(written.trim());

/** @param name the brand's name before it has one */
export const valuesOf = (brand: Brand | null, name: string): BrandForm => ({
  brandName: brand?.brandName ?? name,
  themeName:
    brand !== null && brand.accentColour !== null ? 'brand' : (brand?.themeName ?? 'default'),
  accentColour: brand?.accentColour ?? FIRST_COLOUR,
  chrome: brand?.chrome ?? 'WHITE',
  corners: brand?.corners ?? 8,
  pattern: brand?.pattern ?? 'MESSAGES',
  supportEmail: brand?.supportEmail ?? '',
  supportPhone: brand?.supportPhone ?? '',
});

/** The fields that are saved. A theme stays behind a colour of the brand's own, for software that knows the seven alone. */
export function requestOf(
  { brandName, themeName, accentColour, supportEmail, supportPhone, ...style }: BrandForm,
  before: Brand | null,
): Omit<Input<typeof branding.update>, 'clientId'> {
  const isOwn = themeName === 'brand';
  return {
    ...style,
    brandName: brandName.trim(),
    themeName: isOwn ? (before?.themeName ?? 'default') : themeName,
    accentColour: isOwn ? accentColour.trim() : null,
    supportEmail: supportEmail.trim() || null,
    supportPhone: supportPhone.trim() || null,
  };
}

/** A host of the brand as the form has it. */
export function hostOf(form: BrandForm, brand: Brand | null): Host {
  const isOwn = form.themeName === 'brand' && isColour(form.accentColour);
  return {
    hostBrandFound: true,
    apiDocumentationShown: true,
    clientBrandDetails: {
      brandName: form.brandName.trim(),
      brandLogoPath: brand?.brandLogoPath ?? null,
      brandLogoDarkPath: brand?.brandLogoDarkPath ?? null,
      faviconPath: brand?.faviconPath ?? null,
      signInPicturePath: brand?.signInPicturePath ?? null,
      supportEmail: form.supportEmail.trim() || null,
      supportPhone: form.supportPhone.trim() || null,
    },
    uiPrefs: {
      themeName: form.themeName === 'brand' ? (brand?.themeName ?? 'default') : form.themeName,
      accentColour: isOwn ? form.accentColour.trim().toLowerCase() : null,
      chrome: form.chrome,
      corners: form.corners,
      pattern: form.pattern,
    },
  };
}
