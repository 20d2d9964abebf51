import type { Role } from '../../contract/shared/roles.ts';

/** Whether the words of a client's message are shown to whoever asks: to itself, to administrators and to support. */
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

/** A text of the same shape without its words. */
export function maskText(text: string): string {
  return text.replace(/\S/gu, '•');
}
