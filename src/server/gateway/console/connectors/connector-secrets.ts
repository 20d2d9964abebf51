/** The secrets of connectors, encrypted. */
import { decryptSecret, encryptSecret } from '../../../infra/secrets.ts';
import type { SecretKey } from '../../../infra/secrets.ts';
import { secretPurpose } from '../../carriers/connector.rules.ts';
import { readSecrets } from '../../carriers/generic.rules.ts';
import type { GenericSecrets } from '../../carriers/generic.rules.ts';
import type { ConnectorRow } from './connectors.store.ts';

export function encryptConnectorSecret(key: SecretKey, cid: string, secret: string): Buffer {
  return encryptSecret(key, secretPurpose(cid), secret);
}

/** The secret of a connector; empty where it has none. */
export function decryptConnectorSecret(
  key: SecretKey,
  { cid, secret }: Pick<ConnectorRow, 'cid' | 'secret'>,
): string {
  return secret === null
    ? ''
    : decryptSecret(key, secretPurpose(cid), Buffer.from(secret, 'base64'));
}

export function readGenericSecrets(key: SecretKey, row: ConnectorRow): GenericSecrets {
  return readSecrets(decryptConnectorSecret(key, row));
}
