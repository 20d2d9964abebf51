/** Calls of a step-up. */
import { stepUps } from '../../../../contract/api/step-up.ts';
import { answer, type Route } from '../../../infra/http/http.ts';
import type { AuthServices } from '../auth-services.ts';
import { offerStepUpPasskey, requestStepUpCode, stepUp } from './step-up.ts';

export function stepUpRoutes(at: AuthServices): Route[] {
  return answer(stepUps, {
    async stepUp(input, call) {
      await stepUp(at, input, call);
      return { ok: true } as const;
    },
    passkeyOptions: async (_input, call) => ({ options: await offerStepUpPasskey(at, call) }),
    requestCode: (_input, call) => requestStepUpCode(at, call),
  });
}
