import { useEffect, useState } from 'react';
import { compose } from '../../../../contract/api/compose.ts';
import type { Input, Output } from '../../../../contract/endpoint.ts';
import { useGet } from '../../../parts/queries.ts';

/** The pause in typing after which the price is requested. */
const PAUSE = 400;

export type Price = Output<typeof compose.price>;
export type PriceInput = Input<typeof compose.price>;

/**
 * The server's price of what is being written, asked at a pause; the answer to an earlier text is cancelled.
 * @param input null while there is nothing to price
 */
export function usePrice(input: PriceInput | null): {
  price: Price | null;
  isUpdating: boolean;
  error: Error | null;
} {
  const wanted = JSON.stringify(input);
  const [asked, setAsked] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), PAUSE);
    return () => clearTimeout(timer);
  }, [wanted]);
  const question = JSON.parse(asked) as PriceInput | null;
  const { data, error, isFetching } = useGet(compose.price, question ?? { text: '-' }, {
    when: input !== null && question !== null,
    keep: true,
  });
  if (input === null || question === null) return { price: null, isUpdating: false, error: null };
  return { price: data ?? null, isUpdating: isFetching || asked !== wanted, error };
}
