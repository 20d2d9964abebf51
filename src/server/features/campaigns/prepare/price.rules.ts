/** The price of a text before any campaign exists, from the rows that were read of its list. */
import type { compose } from '../../../../contract/api/compose.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import { unitsToNumber } from '../../../../contract/shared/units.ts';
import type { PriceTable } from '../../../core/ledger/prices.rules.ts';
import type { OperatorSenders } from '../../../core/messages/writing.rules.ts';
import { addStep } from './prepare.rules.ts';
import { standInShares } from './stand-in.rules.ts';
import type { Reading } from './prepare.rules.ts';

type Priced = Pick<
  Output<typeof compose.price>,
  | 'recipients'
  | 'leftOut'
  | 'segments'
  | 'mostSegments'
  | 'isEstimate'
  | 'standIns'
  | 'unregistered'
  | 'regions'
> & { units: bigint };

/**
 * Adds up the readings as preparation would. Where the list has more rows than were read, the rest
 * is counted as the rows that were read are.
 * @param excluded destinations that opted out, are blocked, or that the account does not send to
 * @param total the rows of the whole list
 * @param most the messages that the account may send now
 */
export function priceReadings({
  readings,
  excluded,
  total,
  prices,
  operatorSenders,
  most = Infinity,
}: {
  readings: readonly Reading[];
  excluded: ReadonlySet<string>;
  total: number;
  prices: Pick<PriceTable, 'priceOf'>;
  operatorSenders: OperatorSenders | null;
  most?: number;
}): Priced {
  const seen = new Set<string>();
  const priceIn = new Map<string, Set<bigint>>();
  const kept: Reading[] = [];
  for (const reading of readings) {
    if (!('recipient' in reading)) continue;
    if (kept.length >= most) break;
    const { destination } = reading.recipient;
    if (seen.has(destination) || excluded.has(destination)) continue;
    seen.add(destination);
    kept.push(reading);
    const price = prices.priceOf(`+${destination}`)!.unitsFor(1);
    priceIn.set(reading.region, (priceIn.get(reading.region) ?? new Set()).add(price));
  }
  const sum = addStep(null, kept, []);
  const read = readings.length;
  const isEstimate = total > read;
  // The rows behind those that were read are not all sent where the account may send fewer.
  const isCut = isEstimate && (sum.valid * total) / read > most;
  const [times, by] = isCut ? [most, sum.valid] : [total, Math.max(read, 1)];
  const whole = (count: number) => (isEstimate ? Math.round((count * times) / by) : count);
  const wholeList = (count: number) => (isEstimate ? Math.round((count * total) / read) : count);
  const wholeUnits = (units: bigint) => (isEstimate ? (units * BigInt(times)) / BigInt(by) : units);
  const recipients = whole(sum.valid);
  return {
    recipients,
    leftOut: Math.max(total, read) - recipients,
    segments: whole(sum.segments),
    mostSegments: sum.mostSegments ?? 0,
    units: wholeUnits(BigInt(sum.units)),
    isEstimate,
    standIns: standInShares(operatorSenders, sum).map(({ senderId, messages, units }) => ({
      senderId,
      messages: whole(messages),
      units: unitsToNumber(wholeUnits(units)),
    })),
    unregistered: wholeList(
      readings.filter(
        (reading) => 'refused' in reading && reading.refused.reason === 'SENDER_NOT_REGISTERED',
      ).length,
    ),
    regions: Object.entries(sum.regions)
      .map(([regionName, share]) => {
        const charged = BigInt(share.units);
        const [price, ...others] = priceIn.get(regionName) ?? [];
        const isSame =
          price !== undefined && others.length === 0 && price * BigInt(share.segments) === charged;
        return {
          regionName,
          messages: whole(share.messages),
          segments: whole(share.segments),
          price: isSame ? unitsToNumber(price) : null,
          units: unitsToNumber(wholeUnits(charged)),
        };
      })
      .toSorted((a, b) => b.messages - a.messages),
  };
}
