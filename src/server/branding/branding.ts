import type { Tx } from '../db.ts';
import { findBrandAbove, findBrandOfHost } from './branding.store.ts';

/** The name that a client knows us by, and the first host that carries it; undefined where no brand is above. */
export async function brandOf(tx: Tx, clientId: string | null): Promise<{ brandName: string; host: string | null } | undefined> {
  const brand = await findBrandAbove(tx, clientId);
  return brand && { brandName: brand.brandName, host: brand.hosts[0] ?? null };
}

/** Whose brand a host carries: whoever registers there becomes that client's child. Under the system scope. */
export async function ownerOfHost(tx: Tx, host: string): Promise<string | undefined> {
  return (await findBrandOfHost(tx, host))?.clientId;
}

/** Whether a branded host shows the API documentation to everybody: its name has the platform's brand word in it. */
export function showsApiDocumentation(brandName: string, brandWord: string): boolean {
  return brandName.toLowerCase().includes(brandWord.toLowerCase());
}

/** Where a logo stands, after the origin. */
export function logoPath(pictureId: string | null): string | null {
  return pictureId === null ? null : `/v1/hostbranding/logo/${pictureId}`;
}
