// The connection and the bind of an SMPP connector.
import { isIP } from 'node:net';
import type { SmppSettings } from '../../../contract/api/connector-settings.ts';
import { statusName } from '../../../smpp/pdus.ts';
import type { BindCommand, OutgoingOf } from '../../../smpp/pdus.ts';
import type { CloseReason } from '../../../smpp/effects.ts';
import type { ConnectOptions } from '../../../smpp/socket.ts';

/** The connection and the bind that settings describe. */
export function connectionOf(settings: SmppSettings, password: string): ConnectOptions {
  const { host, port, window } = settings;
  return {
    host,
    port,
    window,
    // Only names are sent as server names (RFC 6066, 3); an address is checked against the
    // certificate's own.
    ...(settings.ssl && {
      tls: {
        ...(isIP(host) === 0 && { servername: host }),
        rejectUnauthorized: settings.ssl_verify,
      },
    }),
    timers: {
      sessionInit: settings.bind_to * 1000,
      enquireLink: settings.elink_interval * 1000,
      inactivity: settings.trx_to * 1000,
      response: settings.res_to * 1000,
      pduRead: settings.pdu_red_to * 1000,
    },
    bind: bindOf(settings, password),
  };
}

/** Makes the bind of a connector. */
export function bindOf(settings: SmppSettings, password: string): OutgoingOf<BindCommand> {
  return {
    command: `bind_${settings.bind}`,
    system_id: settings.username,
    password,
    system_type: settings.systype,
    interface_version: 0x34,
    addr_ton: settings.bind_ton,
    addr_npi: settings.bind_npi,
    address_range: settings.addr_range,
  };
}

/** Describes to people why a link was closed. */
export function describe(reason: CloseReason): string {
  switch (reason.kind) {
    case 'bind refused':
      return `bind refused: ${statusName(reason.status)}`;
    case 'timer':
      return `timer ran out: ${reason.timer}`;
    case 'lost framing':
      return `what came was not SMPP: ${reason.reason}`;
    case 'connection':
      return reason.error ?? 'connection closed';
    case 'unbound':
      return 'the carrier unbound';
  }
}
