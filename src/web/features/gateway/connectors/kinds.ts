/** The kinds of connectors: their calls and addresses. */
import { useLocation } from 'react-router';
import {
  connectors,
  type GenericConnector,
  type HttpConnector,
  type SmppConnector,
} from '../../../../contract/api/connectors.ts';
import { connectorTests } from '../../../../contract/api/connector-tests.ts';
import type { ConnectorKind } from '../../../../contract/api/connector-settings.ts';
import { DRAFTED } from '../versions/stale.ts';

export type Connector = SmppConnector | HttpConnector | GenericConnector;

/** The same calls for each kind of connector. */
export const CALLS = {
  SMPP: {
    list: connectors.listSmpp,
    get: connectors.getSmpp,
    create: connectors.createSmpp,
    update: connectors.updateSmpp,
    remove: connectors.removeSmpp,
    test: connectorTests.smpp,
  },
  HTTP: {
    list: connectors.listHttp,
    get: connectors.getHttp,
    create: connectors.createHttp,
    update: connectors.updateHttp,
    remove: connectors.removeHttp,
    test: connectorTests.http,
  },
  GENERIC: {
    list: connectors.listGeneric,
    get: connectors.getGeneric,
    create: connectors.createGeneric,
    update: connectors.updateGeneric,
    remove: connectors.removeGeneric,
    test: connectorTests.generic,
  },
} as const;

const READINGS = [...Object.values(CALLS).flatMap(({ list, get }) => [list, get]), connectors.live];
/** Readings that an edit of a connector makes stale. */
export const EDITED = [...DRAFTED, ...READINGS];
/** Readings that a start, stop or restart makes stale, which takes effect at once. */
export const ORDERED = READINGS;

const PLACES: Readonly<Record<ConnectorKind, string>> = {
  SMPP: 'smpp',
  HTTP: 'http',
  GENERIC: 'generic',
};
const KIND_OF: Readonly<Record<string, ConnectorKind>> = {
  smpp: 'SMPP',
  http: 'HTTP',
  generic: 'GENERIC',
};

export const listAddress = (kind: ConnectorKind): string => `/dashboard/jasmin/${PLACES[kind]}`;
export const pageAddress = (kind: ConnectorKind, cid: string): string =>
  `${listAddress(kind)}/${cid}`;
export const editAddress = (kind: ConnectorKind, cid: string): string =>
  `${pageAddress(kind, cid)}/edit`;
/** Beside the list and not within it, where any name could be a connector's. */
export const createAddress = (kind: ConnectorKind): string =>
  `/dashboard/jasmin/create-${PLACES[kind]}`;

/** The kind of connector that the address is about. */
export function useKind(): ConnectorKind {
  const { pathname } = useLocation();
  return (
    KIND_OF[/\/jasmin\/(?:create-)?(smpp|http|generic)(?:\/|$)/.exec(pathname)?.[1] ?? ''] ?? 'SMPP'
  );
}

/** The path of the routes to connectors of a kind. */
export const routesAddress = (kind: ConnectorKind): string =>
  `/dashboard/jasmin/${kind === 'HTTP' ? 'mo' : 'mt'}-routes`;
