import type { Tx } from '../../infra/database/db.ts';
import type { Brand, BrandHost } from '../../../contract/api/branding.ts';
import { findBrand, findBrandAbove, findBrandOfHost } from './branding.store.ts';
import type { BrandRow } from './branding.store.ts';

/**
 * The brand name that a client knows, and its first host; undefined if no account above has a
 * brand.
 */
export async function brandOf(
  tx: Tx,
  clientId: string | null,
): Promise<{ brandName: string; host: string | null } | undefined> {
  const brand = await findBrandAbove(tx, clientId);
  return brand && { brandName: brand.brandName, host: brand.hosts[0] ?? null };
}

/** The first host with a brand, and that brand. Needs the system scope. */
export async function findBrandOfHosts(
  tx: Tx,
  hosts: readonly string[],
): Promise<(BrandRow & { host: string }) | undefined> {
  for (const host of hosts) {
    const brand = await findBrandOfHost(tx, host);
    if (brand) return { ...brand, host };
  }
  return undefined;
}

/**
 * The client below which accounts that register at these hosts are created. Needs the system scope.
 */
export async function ownerOfHosts(tx: Tx, hosts: readonly string[]): Promise<string | undefined> {
  return (await findBrandOfHosts(tx, hosts))?.clientId;
}

/**
 * True if a branded host shows the API documentation to everyone: its name contains the platform's
 * brand word.
 */
export function showsApiDocumentation(brandName: string, brandWord: string): boolean {
  return brandName.toLowerCase().includes(brandWord.toLowerCase());
}

/** Path of a logo, after the origin. */
function logoPath(pictureId: string | null): string | null {
  return pictureId === null ? null : `/v1/hostbranding/logo/${pictureId}`;
}

const picturePath = (pictureId: string | null): string | null =>
  pictureId === null ? null : `/v1/hostbranding/picture/${pictureId}`;

/** A brand's row with the paths of its pictures in place of their ids. */
export function withPaths(brand: BrandRow) {
  return {
    clientId: brand.clientId,
    brandName: brand.brandName,
    supportEmail: brand.supportEmail,
    supportPhone: brand.supportPhone,
    themeName: brand.themeName,
    accentColour: brand.accentColour,
    chrome: brand.chrome,
    corners: brand.corners,
    pattern: brand.pattern,
    hosts: brand.hosts,
    brandLogoPath: logoPath(brand.logoPictureId),
    brandLogoDarkPath: picturePath(brand.logoDarkPictureId),
    faviconPath: picturePath(brand.faviconPictureId),
    signInPicturePath: picturePath(brand.signInPictureId),
  };
}

/** A brand as its owner sees it. */
export async function presentBrand(
  tx: Tx,
  clientId: string,
  hostStates: BrandHost[],
): Promise<Brand> {
  const brand = await findBrand(tx, clientId);
  if (!brand) throw new Error(`client ${clientId} has no brand`);
  return { ...withPaths(brand), hostStates };
}
