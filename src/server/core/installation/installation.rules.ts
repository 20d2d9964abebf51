import type { KeyState } from '../../infra/secrets.ts';
import { StartupError } from '../../infra/startup-error.ts';
import type { Transitions } from '../../infra/transitions.ts';

/** Phase of a rotation of the secret key; NONE while none runs. */
export type KeyPhase = 'NONE' | 'DISTRIBUTING' | 'WRITING';

/** A rotation can be cancelled until the new key is in force. */
export const NEXT_KEY_PHASE: Transitions<KeyPhase> = {
  NONE: ['DISTRIBUTING'],
  DISTRIBUTING: ['WRITING', 'NONE'],
  WRITING: ['NONE'],
};

export const keyPhaseOf = ({ rotation }: Pick<KeyState, 'rotation'>): KeyPhase =>
  rotation?.phase ?? 'NONE';

/** The mode in which the data was created, at the first start. */
export interface Installation {
  sandbox: boolean;
}

/**
 * Decides whether this start is a sandbox. The mode of the data never changes: a real installation
 * never gets accounts with well-known passwords, and a sandbox never becomes a real one.
 * @param made undefined without data
 * @throws StartupError if the configuration contradicts the data
 */
export function decideSandbox(
  config: {
    sandbox: boolean | undefined;
    againstSandbox: string | undefined;
    adminEmail: string | undefined;
  },
  made: Installation | undefined,
): boolean {
  const { sandbox, againstSandbox, adminEmail } = config;
  if (made?.sandbox) {
    const because =
      sandbox === false ? 'SANDBOX is 0' : sandbox === undefined ? againstSandbox : undefined;
    if (because) {
      throw new StartupError(
        `SANDBOX: this data was made as a sandbox, whose passwords everybody knows, and ${because}. Choose other data for a real installation (DATA_DIR or DATABASE_URL), or set SANDBOX=1 to serve the sandbox all the same.`,
      );
    }
    return true;
  }
  if (made) {
    if (sandbox)
      throw new StartupError(
        "SANDBOX: is 1, and this data is a real installation's. Set DATA_DIR to an empty folder for a sandbox, or take SANDBOX away.",
      );
    return false;
  }
  if (sandbox ?? !againstSandbox) return true;
  if (!adminEmail) {
    throw new StartupError(
      `ADMIN_EMAIL: missing. This will be a real installation, because ${againstSandbox ?? 'SANDBOX is 0'}: set ADMIN_EMAIL and ADMIN_PASSWORD for its first administrator, or SANDBOX=1 to try it out.`,
    );
  }
  return false;
}
