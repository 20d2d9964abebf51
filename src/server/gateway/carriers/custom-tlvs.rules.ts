/** A carrier's own parameters, which the standard does not define. */
import { readCustomTlvs } from '../../../contract/shared/custom-tlvs.ts';
import type { SmppSettings } from '../../../contract/api/connector-settings.ts';
import type { RawTlv } from '../../../smpp/pdus.ts';
import type { QueuedMessage } from '../../core/dispatch/types.ts';

type Parameter = { tag: number; value: Buffer | undefined; longest: number };
const ownOf = new WeakMap<SmppSettings, Parameter[]>();

/**
 * Returns the carrier's own parameters of a message's PDUs: the message's value of those that the
 * connector allows, else the connector's. Undefined for none.
 */
export function parametersOf(
  { tlvs }: Pick<QueuedMessage, 'tlvs'>,
  settings: SmppSettings,
): RawTlv[] | undefined {
  if (settings.custom_tlvs === 'none') return undefined;
  const known =
    ownOf.get(settings) ??
    (readCustomTlvs(settings.custom_tlvs) ?? []).map(({ tag, octets, longest }) => ({
      tag,
      value: octets && Buffer.from(octets),
      longest,
    }));
  ownOf.set(settings, known);
  return known.flatMap(({ tag, value, longest }) => {
    const hex = tlvs?.find(([wanted]) => wanted === tag)?.[1];
    const own = hex === undefined || hex.length / 2 > longest ? value : Buffer.from(hex, 'hex');
    return own ? [{ tag, value: own }] : [];
  });
}
