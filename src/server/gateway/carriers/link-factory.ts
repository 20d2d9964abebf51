/** Makes the link of a connector from its row: dialect, secret and trace. */
import { createHash } from 'node:crypto';
import { smppSettings } from '../../../contract/api/connector-settings.ts';
import { genericSettings } from '../../../contract/api/connector-generic-settings.ts';
import { SMPP_FIELDS } from '../../../contract/api/connector-fields.ts';
import type { ConnectorConfig } from '../../core/dispatch/routing/gateway-config.ts';
import type { Outbound } from '../../infra/http/outbound.ts';
import { verificationKeys } from '../../core/verification-codes/codes.rules.ts';
import { decryptSecret } from '../../infra/secrets.ts';
import type { PurposeKeys, SecretKey } from '../../infra/secrets.ts';
import { secretPurpose } from './connector.rules.ts';
import { GenericDialect } from './generic-dialect.ts';
import { readSecrets } from './generic.rules.ts';
import { CarrierLink } from './link/link.ts';
import type { LinkPorts } from './link/ports.ts';
import type { Wire } from './ports.ts';
import { SmppDialect } from './smpp-dialect.ts';
import { Ring } from './trace.ts';

export type MadeLink = {
  link: CarrierLink<never>;
  ring: Ring;
  /** Puts changed settings into the dialect; the link applies them with `applySettings`. */
  renew(connector: ConnectorConfig): void;
};

const RECONNECTING = new Set(
  SMPP_FIELDS.filter(({ reconnects }) => reconnects).map(({ name }) => name),
);

export class LinkFactory {
  readonly #secretKey: SecretKey;
  readonly #codeKeys: PurposeKeys;
  readonly #wire: Wire;
  readonly #outbound: Outbound;

  constructor(secretKey: SecretKey, wire: Wire, outbound: Outbound) {
    this.#secretKey = secretKey;
    this.#codeKeys = verificationKeys(secretKey);
    this.#wire = wire;
    this.#outbound = outbound;
  }

  create(connector: ConnectorConfig, ports: LinkPorts): MadeLink {
    const ring = new Ring();
    const { id: connectorId, cid, carrierAccountId } = connector;
    const secret = this.secretOf(connector);
    if (connector.kind === 'SMPP') {
      const dialect = new SmppDialect(
        {
          connectorId,
          cid,
          carrierAccountId,
          settings: smppSettings.parse(connector.settings),
          password: secret,
          codeKeys: this.#codeKeys,
        },
        this.#wire,
        ring,
      );
      return {
        ring,
        link: new CarrierLink(dialect, [], ports) as unknown as CarrierLink<never>,
        renew: (by) => {
          dialect.settings = smppSettings.parse(by.settings);
        },
      };
    }
    const dialect = new GenericDialect(
      {
        connectorId,
        cid,
        carrierAccountId,
        settings: genericSettings.parse(connector.settings),
        secrets: readSecrets(secret),
        codeKeys: this.#codeKeys,
      },
      this.#outbound,
      ring,
    );
    return {
      ring,
      link: new CarrierLink(dialect, [], ports) as unknown as CarrierLink<never>,
      renew: (by) => {
        dialect.settings = genericSettings.parse(by.settings);
        dialect.secrets = readSecrets(this.secretOf(by));
      },
    };
  }

  /**
   * Returns a key of the settings that a connection depends on: other settings are applied while it is open. The
   * password itself counts and not its ciphertext, because a rotation of the secret key encrypts it again.
   */
  connectionKey(connector: ConnectorConfig): string {
    const { kind, carrierAccountId, settings } = connector;
    if (kind !== 'SMPP') return JSON.stringify([kind, carrierAccountId]);
    const whole: Record<string, unknown> = smppSettings.parse(settings);
    return JSON.stringify([
      kind,
      carrierAccountId,
      this.#passwordDigest(connector),
      Object.entries(whole).filter(([name]) => RECONNECTING.has(name)),
    ]);
  }

  /** Falls back to the ciphertext of a secret that does not decrypt: starting the connector then reports it. */
  #passwordDigest(connector: ConnectorConfig): string | null {
    try {
      return createHash('sha256').update(this.secretOf(connector)).digest('hex');
    } catch {
      return connector.secret;
    }
  }

  secretOf({ cid, secret }: ConnectorConfig): string {
    return secret === null
      ? ''
      : decryptSecret(this.#secretKey, secretPurpose(cid), Buffer.from(secret, 'base64'));
  }
}
