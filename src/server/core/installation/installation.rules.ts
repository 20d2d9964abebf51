import { StartupError } from '../../infra/startup-error.ts';

/** What the data was made as, at its first start. */
export interface Installation {
  sandbox: boolean;
}

/**
 * Whether this start is a sandbox. What the data was made as it stays: a real installation never gets
 * accounts whose passwords everybody knows, and a sandbox never turns into one.
 * @param made undefined on empty data
 * @throws StartupError when the configuration asks for what the data is not
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
