import type { Role } from '../../contract/shared/roles.ts';

/** True if the reader may see the text of a client's message: the client itself, administrators and support. */
export function seesText(
  viewer: { clientId: string; accessLevel: Role },
  ownerId: string,
): boolean {
  return (
    viewer.clientId === ownerId ||
    viewer.accessLevel === 'ADMINISTRATOR' ||
    viewer.accessLevel === 'IT_SUPPORT'
  );
}

/** A text of the same shape with its letters masked. */
export function maskText(text: string): string {
  return text.replace(/\S/gu, '•');
}
