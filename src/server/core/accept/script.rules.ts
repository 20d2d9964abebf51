/** Scripted outcomes of a test key's messages, chosen by the last two digits of the number. */
import { MESSAGE_STATUS } from '../../../contract/api/messages.ts';
import { SCRIPTS } from '../../../contract/api/rest-messages.ts';
import type { Script } from '../dispatch/types.ts';
import {
  dailyLimit,
  noRoute,
  noUnits,
  numberBlocked,
  optedOut,
  queueFull,
  throughputExceeded,
} from '../../infra/errors.ts';
import type { Refusal } from '../../infra/errors.ts';

const DELIVERED: Script = {
  status: MESSAGE_STATUS.DELIVERED,
  carrierStatus: 'DELIVRD',
  errorCode: null,
  seconds: 1,
};

const scriptOf = (destination: string) =>
  (SCRIPTS as Partial<Record<string, (typeof SCRIPTS)[keyof typeof SCRIPTS]>>)[
    destination.slice(-2)
  ];

/** The simulated carrier's outcome for this number. @param destination E.164 without the plus */
export function scriptedOutcome(destination: string): Script {
  const script = scriptOf(destination);
  if (!script || 'error' in script) return DELIVERED;
  const { status, carrierStatus, errorCode, seconds } = script;
  return { status: MESSAGE_STATUS[status], carrierStatus, errorCode, seconds };
}

/**
 * The simulated refusal for this number; undefined if it is accepted. The figures in the sentences
 * are invented.
 */
export function scriptedRefusal(destination: string): Refusal | undefined {
  const script = scriptOf(destination);
  if (!script || !('error' in script)) return undefined;
  switch (script.error) {
    case 'NO_UNITS':
      return noUnits('1', '0');
    case 'NO_ROUTE':
      return noRoute();
    case 'OPTED_OUT':
      return optedOut(`+${destination}`);
    case 'NUMBER_BLOCKED':
      return numberBlocked(`+${destination}`);
    case 'DAILY_LIMIT':
      return dailyLimit(1, 1000, 1000);
    case 'THROUGHPUT':
      return throughputExceeded(1);
    case 'QUEUE_FULL':
      return queueFull(1000);
  }
}
