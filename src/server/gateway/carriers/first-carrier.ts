/** The carrier of a new installation, and a trial bind with the settings of any. */
import { isIP } from 'node:net';
import { smppSettings } from '../../../contract/api/connector-settings.ts';
import type { SmppSettings } from '../../../contract/api/connector-settings.ts';
import { STATUS } from '../../../smpp/pdus.ts';
import { connect } from '../../../smpp/socket.ts';
import type { Tx } from '../../infra/database/db.ts';
import { publishConfig } from '../../core/dispatch/routing/config-version.ts';
import { encryptSecret } from '../../infra/secrets.ts';
import type { SecretKey } from '../../infra/secrets.ts';
import { secretPurpose } from './connector.rules.ts';
import { upsertCarrier } from '../console/connectors/connectors.store.ts';
import { bindOf, describe } from './smpp-connection.ts';
import { insertDefaultRoute } from '../console/routing/routing.store.ts';

/**
 * Creates or updates the SMPP connector `cid` of an installation that has no other carrier, with a
 * default route to it, and puts them into force where anything changed. The sandbox uses it for its
 * simulated carrier, whose port changes.
 */
export async function ensureCarrier(
  tx: Tx,
  secretKey: SecretKey,
  carrier: { cid: string; password: string } & Pick<
    SmppSettings,
    'host' | 'port' | 'username' | 'window'
  > &
    Partial<SmppSettings>,
): Promise<void> {
  const { cid, password, ...rest } = carrier;
  const connectorId = await upsertCarrier(
    tx,
    cid,
    smppSettings.parse({ ...rest, requeue_delay: 5 }),
    encryptSecret(secretKey, secretPurpose(cid), password),
  );
  if (connectorId === undefined) return;
  await insertDefaultRoute(tx, connectorId);
  await publishConfig(tx, null);
}

/** Limit of a trial bind. */
const TRY_SECONDS = 15;

/**
 * Binds as a connector of these settings would, and unbinds at once.
 * @returns whether it was bound, and otherwise the reason as a connector's log shows it
 */
export function tryBind(
  settings: SmppSettings,
  password: string,
): Promise<{ bound: boolean; reason: string }> {
  return new Promise((resolve) => {
    let bound = false;
    const link = connect<never>(
      {
        host: settings.host,
        port: settings.port,
        ...(settings.ssl && {
          tls: {
            ...(isIP(settings.host) === 0 && { servername: settings.host }),
            rejectUnauthorized: settings.ssl_verify,
          },
        }),
        timers: { sessionInit: TRY_SECONDS * 1000, response: TRY_SECONDS * 1000 },
        bind: bindOf(settings, password),
      },
      {
        bound(response) {
          if (response.command_status !== STATUS.ESME_ROK) return;
          bound = true;
          link.unbind();
        },
        outcomes: () => {},
        // A delivery during the trial is not answered: the carrier repeats it to the next bind.
        requests: () => {},
        closed: (reason) => resolve({ bound, reason: describe(reason) }),
      },
    );
  });
}
