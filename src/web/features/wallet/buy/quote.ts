import {
  parseDecimal,
  unitsForAmount,
  unitsFromNumber,
  wholeAmountForUnits,
} from '../../../../contract/shared/units.ts';
import { plainNumber } from '../../../ui/fields/plainNumber.ts';

/** A purchase as it is typed: its units are derived from the amount of money, or the reverse. */
export type Quote = {
  /** The typed number in ten-thousandths; undefined where it is none. */
  wanted: bigint | undefined;
  /** The price, in whole units of the currency. */
  cost: bigint | undefined;
  /** Units for that price, in ten-thousandths. */
  bought: bigint | undefined;
};

export function quoteOf(
  by: 'units' | 'amount',
  written: string,
  {
    costPrice,
    mostAmount,
    language,
  }: {
    costPrice: string;
    mostAmount: number;
    /** The language of the screen, whose marks the number has. */ language: string;
  },
): Quote {
  const wanted = read(written, language);
  const cost =
    wanted === undefined
      ? undefined
      : by === 'units'
        ? wholeAmountForUnits(wanted, costPrice)
        : wanted / 10_000n;
  const bought =
    cost === undefined || cost === 0n || cost > BigInt(mostAmount)
      ? undefined
      : unitsForAmount(String(cost), costPrice);
  return { wanted, cost, bought };
}

/** The fault of a purchase: no number of units or whole amount, or outside the provider's bounds. */
export function faultOf(
  { wanted, cost }: Quote,
  by: 'units' | 'amount',
  amount: string,
  provider: { leastAmount: number; mostAmount: number },
): 'NUMBER' | 'BOUNDS' | undefined {
  const whole = by === 'units' || /^\d+$/.test(amount.trim());
  if (wanted === undefined || cost === undefined || wanted <= 0n || !whole) return 'NUMBER';
  if (cost < BigInt(provider.leastAmount) || cost > BigInt(provider.mostAmount)) return 'BOUNDS';
  return undefined;
}

/** Ten-thousandths of what was typed; undefined for what is no number, or one below zero. */
function read(text: string, language: string): bigint | undefined {
  const bare = plainNumber(text, language);
  if (bare === '' || bare.startsWith('-')) return undefined;
  try {
    return /^\d+$/.test(bare) ? parseDecimal(bare) : unitsFromNumber(Number(bare));
  } catch {
    return undefined;
  }
}
