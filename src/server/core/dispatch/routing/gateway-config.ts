/** A published configuration: connectors, filters and routes. */
import type { Direction } from '../../../../contract/api/route-filters.ts';

/** A connector as the configuration in force has it; `settings` are read by the kind's own rules. */
export type ConnectorConfig = {
  id: number;
  cid: string;
  kind: 'SMPP' | 'HTTP' | 'GENERIC';
  /** Connectors of one carrier account share its ids and its receipts. */
  carrierAccountId: number;
  settings: Record<string, unknown>;
  /** The carrier's password, encrypted, in base64. */
  secret: string | null;
};

export type FilterConfig = {
  id: number;
  fid: string;
  type: string;
  parameters: Record<string, unknown>;
};

export type RouteConfig = {
  id: number;
  direction: Direction;
  order: number;
  type: string;
  filterIds: number[];
  /** On an MT route, its carriers; on an MO route, the HTTP connectors among its targets. */
  connectorIds: number[];
  /** On an MO route, its targets. */
  targets: MoTargetConfig[];
  /** Shares of a round robin, one for each connector or target; null: equal. */
  weights: number[] | null;
  enabled: boolean;
};

/** A destination of messages from phones. */
export type MoTargetConfig =
  | { kind: 'HTTP'; connectorId: number }
  | { kind: 'SMPP_USER'; username: string }
  | { kind: 'INBOX' | 'WEBHOOK'; clientId: string }
  /** An inbox, for the texts whose first word it is. */
  | { kind: 'KEYWORD'; keyword: string; clientId: string };

/** A configuration, published as a whole. */
export type GatewayConfig = {
  version: number;
  connectors: ConnectorConfig[];
  filters: FilterConfig[];
  routes: RouteConfig[];
};
