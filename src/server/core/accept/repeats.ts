import type { Tx } from '../../infra/database/db.ts';
import type { ErrorCode } from '../../../contract/errors.ts';
import { idempotencyKeyReused, Refusal } from '../../infra/errors.ts';
import { dropKeys, findAnswers, keepAnswers } from '../../infra/http/idempotency.store.ts';
import type { Encoding } from './types.ts';
import type { Call, Outcome } from './call.ts';

type StoredAnswer = {
  outcomes: (
    | {
        messageId: string;
        destination: string;
        sender: string;
        segments: number;
        encoding: Encoding;
        units: string;
        /** Missing in answers of before. */
        waitsIn?: string | null;
      }
    | {
        refusal: {
          status: number;
          code: ErrorCode;
          values: Refusal['values'];
          details?: Refusal['details'];
          retryAfterSeconds?: number | undefined;
        };
      }
  )[];
};

/** Stores the answers given under idempotency keys. @returns one step per statement */
export function storeKeyedAnswers(
  tx: Tx,
  calls: readonly Call[],
  answers: readonly (Outcome[] | Refusal)[],
  isRepeat: (call: Call) => boolean,
): Promise<void>[] {
  const all = calls.flatMap((call, at) =>
    call.idempotency && !isRepeat(call)
      ? [
          {
            clientId: call.submitter.clientId,
            key: call.idempotency.key,
            outcomes: answers[at] as Outcome[],
          },
        ]
      : [],
  );
  // A call that accepted nothing may be retried once there are units or a new day.
  const none = all.filter(({ outcomes }) => outcomes.every((outcome) => 'refusal' in outcome));
  const some = all.filter((each) => !none.includes(each));
  return [
    ...(none.length > 0 ? [dropKeys(tx, none)] : []),
    ...(some.length > 0
      ? [
          keepAnswers(
            tx,
            some.map(({ clientId, key, outcomes }) => ({
              clientId,
              key,
              answer: { outcomes: outcomes.map(storedOutcome) } satisfies StoredAnswer,
            })),
          ),
        ]
      : []),
  ];
}

function storedOutcome(outcome: Outcome): StoredAnswer['outcomes'][number] {
  if (!('refusal' in outcome)) return { ...outcome, units: String(outcome.units) };
  const { status, code, values, details, retryAfterSeconds } = outcome.refusal;
  return { refusal: { status, code, values, details, retryAfterSeconds } };
}

export async function answerRepeats(
  tx: Tx,
  calls: readonly Call[],
  repeats: readonly Call[],
  answers: (Outcome[] | Refusal)[],
): Promise<void> {
  const found = await findAnswers(
    tx,
    repeats.map(({ submitter: { clientId }, idempotency }) => ({
      clientId,
      key: idempotency!.key,
    })),
  );
  for (const call of repeats) {
    const first = found.get(`${call.submitter.clientId} ${call.idempotency!.key}`);
    answers[calls.indexOf(call)] =
      !first || !first.bodyHash.equals(call.idempotency!.bodyHash)
        ? idempotencyKeyReused()
        : (first.answer as StoredAnswer).outcomes.map((outcome) =>
            'refusal' in outcome
              ? {
                  refusal: new Refusal(
                    outcome.refusal.status,
                    outcome.refusal.code,
                    outcome.refusal.values,
                    {
                      ...(outcome.refusal.details && { details: outcome.refusal.details }),
                      ...(outcome.refusal.retryAfterSeconds !== undefined && {
                        retryAfterSeconds: outcome.refusal.retryAfterSeconds,
                      }),
                    },
                  ),
                }
              : { waitsIn: null, ...outcome, units: BigInt(outcome.units) },
          );
  }
}
