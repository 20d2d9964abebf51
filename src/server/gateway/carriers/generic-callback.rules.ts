/** Reads a provider's delivery callbacks by the mapping in the connector's settings. */
import type { GenericSettings } from '../../../contract/api/connector-generic-settings.ts';
import type { NewReceipt } from '../../core/dispatch/types.ts';
import { plain, statusOfWord } from './connector.rules.ts';
import { point } from './generic.rules.ts';

/** A callback's query, and its body parsed by its type. */
export type Callback = { query: Readonly<Record<string, unknown>>; body: unknown };

/**
 * Returns the receipts of a callback, one for each member where its body is a list; undefined where
 * it has no id.
 */
export function readCallback(
  settings: GenericSettings,
  { query, body }: Callback,
): NewReceipt[] | undefined {
  const items = Array.isArray(body) && body.length > 0 ? (body as unknown[]) : [body];
  const receipts = items
    .map((item) => readOne(settings, { query, body: item }))
    .filter((receipt) => receipt !== undefined);
  return receipts.length > 0 ? receipts : undefined;
}

function readOne(settings: GenericSettings, { query, body }: Callback): NewReceipt | undefined {
  const look = (name: string): string | undefined => {
    if (name === '') return undefined;
    const value = name.startsWith('/')
      ? point(body, name)
      : (point(body, `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`) ?? query[name]);
    const text =
      typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
        ? plain(String(value)).trim()
        : '';
    return text === '' ? undefined : text;
  };
  const carrierId = look(settings.callback_id);
  const word = look(settings.callback_status);
  if (carrierId === undefined || word === undefined) return undefined;
  const error = look(settings.callback_error);
  return {
    carrierId: carrierId.slice(0, 100),
    status: statusOfWord(word, settings.status_map),
    carrierStatus: word.slice(0, 64),
    errorCode: error === undefined || /^0*$/.test(error) ? null : error.slice(0, 60),
    destination: (look(settings.callback_number) ?? '').replace(/\D/g, '').slice(0, 20),
  };
}
