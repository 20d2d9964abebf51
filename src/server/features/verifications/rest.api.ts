import { restVerifications } from '../../../contract/api/rest-verifications.ts';
import type { RestVerification } from '../../../contract/api/rest-verifications.ts';
import { unitsToNumber } from '../../../contract/shared/units.ts';
import { ACCEPTED } from '../../core/software-use/software-use.ts';
import type { SoftwareCounter } from '../../core/software-use/software-use.ts';
import { answer } from '../../infra/http/http.ts';
import type { Route } from '../../infra/http/http.ts';
import { onceIfKeyed } from '../../infra/http/idempotency.ts';
import { checkVerification } from './check.ts';
import { startVerification } from './start.ts';
import type { VerificationServices } from './start.ts';
import type { VerificationRow } from './verifications.store.ts';

/** One-time codes for the users of customers' own software. */
export function restVerificationRoutes(
  at: VerificationServices & { counter: SoftwareCounter },
): Route[] {
  return answer(restVerifications, {
    start: async (wanted, { own, key, idempotency }) =>
      present(
        await startVerification(at, wanted, {
          own,
          test: key.test,
          request: idempotency,
          onAccepted: () => at.counter.outcome({ apiKeyId: key.apiKeyId }, 'REST', ACCEPTED),
        }),
      ),
    check: ({ verificationId, code }, { own, key, idempotency }) =>
      at.database.run(own, (tx) =>
        onceIfKeyed(tx, idempotency, own.clientId, () =>
          checkVerification(tx, at.keys, {
            clientId: own.clientId,
            id: verificationId,
            test: key.test,
            code,
          }),
        ),
      ),
  });
}

/** @param row of a code whose message was accepted */
function present(row: VerificationRow): RestVerification {
  return {
    verificationId: row.id,
    to: `+${row.destination}`,
    status: row.status,
    from: row.sender!,
    messageId: row.messageId!,
    segments: row.segments!,
    units: unitsToNumber(row.units!),
    sendCount: row.sends,
    triesLeft: row.mostTries - row.tries,
    expiresTimestamp: row.expiresAt.getTime() / 1000,
    resendTimestamp: row.resendAt.getTime() / 1000,
    test: row.test,
  };
}
