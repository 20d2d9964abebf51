import type { CarrierError, DeliveryRate } from '../../../contract/api/carrier-errors.ts';

const SENT = '/dashboard/campaigns/sent-messages';

function address(filters: Readonly<Record<string, string>>): string {
  return `${SENT}?${new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''))}`;
}

/** The messages behind an error. */
export function errorAddress({
  cid,
  network,
  country,
  outcome,
  carrierStatus,
  errorCode,
}: CarrierError): string {
  const isReceipt = outcome !== 'REFUSED' && outcome !== 'TEMPORARY' && outcome !== 'LOST';
  // A shortened code is no message's own.
  const whole = (code: string) => (code.includes('…') ? '' : code);
  return address({
    connector: cid,
    network,
    country: network === '' ? '' : country,
    status: outcome === 'REFUSED' ? 'REJECTED' : isReceipt ? outcome : '',
    carrier: whole(carrierStatus),
    // The reason of a lost answer is the link's own, and no code of a message.
    error: outcome === 'LOST' ? '' : whole(errorCode),
  });
}

/** The messages behind a delivery rate. */
export const rateAddress = ({ cid, routeId, network, country }: DeliveryRate): string =>
  address({
    connector: cid,
    route: String(routeId),
    network,
    country: network === '' ? '' : country,
  });

export const connectorAddress = ({ kind, cid }: Pick<CarrierError, 'kind' | 'cid'>): string =>
  `/dashboard/jasmin/${kind.toLowerCase()}/${cid}`;
